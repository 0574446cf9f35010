import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { WelcomePage } from '../../src/ui/welcome/page.tsx';

void mountPage(() => BRAND.name, <WelcomePage />);
