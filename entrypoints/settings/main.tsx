import { i18n } from '../../src/language/i18n.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { SettingsPage } from '../../src/ui/settings/page.tsx';

void mountPage(() => i18n.t('settings.title'), <SettingsPage />);
