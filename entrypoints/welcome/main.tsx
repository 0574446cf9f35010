import { i18n } from '../../src/language/i18n.ts';
import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { WelcomePage } from '../../src/ui/welcome/page.tsx';

void mountPage(() => i18n.t('welcome.title', { brand: BRAND.shortName }), <WelcomePage ask={send} />);
