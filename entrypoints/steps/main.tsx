import { i18n } from '../../src/language/i18n.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { StepsPage } from '../../src/ui/warning/steps/page.tsx';
import { kindOf } from '../../src/ui/warning/steps/situation.ts';

void mountPage(() => i18n.t('steps.title'), <StepsPage kind={kindOf(location.href)} />);
