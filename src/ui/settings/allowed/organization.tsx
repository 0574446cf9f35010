import { i18n } from '#i18n';
import { endOfDay } from '../../../settings/catalogue.ts';
import { Address } from '../../component/address.tsx';
import { Card } from '../../component/card.tsx';
import { Managed } from '../../component/input/managed.tsx';
import { Row, Rows } from '../../component/row.tsx';
import { allowedByInWords, allowedReasonInWords } from '../../words/allowance.ts';
import { managedWords } from '../origin-words.ts';
import type { SettingsInForce } from '../service-choice.ts';

/** What the organization lets people open although it is listed. */
export const AllowedByOrganization = ({ settings: { allowList, managedBy } }: { settings: SettingsInForce }) => {
  const now = Date.now();
  const inForce = allowList.value.filter(({ until }) => until === undefined || now <= endOfDay(until));
  if (inForce.length === 0) return null;
  const title = allowedByInWords(managedBy);
  return (
    <Card title={title}>
      <Managed words={i18n.t('allowed.hint')} />
      <Rows label={title}>
        {inForce.map((entry) => (
          <Row key={entry.content}>
            <Address value={entry.content} />
            <p class="small quiet">
              <bdi>{allowedReasonInWords(entry, now)}</bdi>
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  );
};

/** What the organization says about opening listed sites; nothing where it says nothing. */
export function OpeningRule({ settings }: { settings: SettingsInForce }) {
  const { openListed, openLongest } = settings;
  return (
    <>
      {openListed.origin === 'policy' && (
        <div>
          <p>{i18n.t(`settings.openListed.${openListed.value}`)}</p>
          <Managed words={managedWords(settings, 'openListed') ?? ''} />
        </div>
      )}
      {openLongest.origin === 'policy' && openListed.value !== 'nobody' && (
        <div>
          <p>{i18n.t(`settings.openLongest.${openLongest.value}`)}</p>
          <Managed words={managedWords(settings, 'openLongest') ?? ''} />
        </div>
      )}
    </>
  );
}
