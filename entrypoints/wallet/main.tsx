import { i18n } from '../../src/language/i18n.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { WalletPage } from '../../src/ui/wallet/page.tsx';

void mountPage(() => i18n.t('wallet.documentTitle'), <WalletPage id={location.hash.slice(1)} />);
