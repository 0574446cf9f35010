import type { MessageRequest } from '../../../messaging/catalogue.ts';
import type { SettingsInForce } from '../governed.tsx';

/** What the two fields hold. The key that is set is never shown, so an empty field may stand for it. */
export type ServiceFields = { readonly address: string; readonly key: string };

/** What to ask the background to store, or why nothing can be asked yet. */
export type ServiceChoice =
  | { readonly kind: 'write'; readonly request: MessageRequest<'serviceWrite'> }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'wrong'; readonly field: 'address' | 'key' };

/** What the address field holds when the page opens: nothing where the brand's address is in force. */
export const addressField = ({ serviceUrl }: SettingsInForce): string =>
  serviceUrl.origin === 'brand' ? '' : (serviceUrl.value ?? '');

/** Whether the key in force is the person's own. */
export const isOwnKey = ({ keyIsSet }: SettingsInForce): boolean => keyIsSet.value && keyIsSet.origin === 'person';

/**
 * What saving the fields means. An empty address stands for the brand's. A person's own key belongs to one address: to
 * change the address, the key is entered again, so that no key is ever sent to a service it was not meant for.
 */
export function serviceChoice({ address, key }: ServiceFields, settings: SettingsInForce): ServiceChoice {
  const written = address.trim();
  const newKey = key.trim();
  const sameAddress = written === addressField(settings);
  if (sameAddress && newKey === '') return { kind: 'unchanged' };
  if (written !== '' && (!URL.canParse(written) || !/^https?:$/.test(new URL(written).protocol)))
    return { kind: 'wrong', field: 'address' };
  if (newKey === '' && isOwnKey(settings)) return { kind: 'wrong', field: 'key' };
  return {
    kind: 'write',
    request: { serviceUrl: written === '' ? null : written, apiKey: newKey === '' ? null : newKey },
  };
}
