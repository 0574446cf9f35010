import { i18n } from '#i18n';
import type { AssetType } from '../../asset/type.ts';

/** What people call an asset type, for example `Wallet address`. */
export const typeInWords = (type: AssetType): string => i18n.t(`asset.${type}`);
