import { useEffect, useState } from 'preact/hooks';
import { addressFault, type Named, readContents } from '../../../../asset/index.ts';
import { i18n } from '../../../../language/i18n.ts';
import { BRAND } from '../../../../organization/current.ts';
import { Address } from '../../../component/address/address.tsx';
import { Row, Rows } from '../../../component/card.tsx';
import { Button } from '../../../component/input/button.tsx';
import { Actions, Stack } from '../../../component/input/form.tsx';
import { Badge, Notice, Progress } from '../../../component/notice.tsx';
import { useEscape } from '../../../component/panel/escape.ts';
import { type Ask, problemOf, useAsk } from '../../../page/ask.ts';
import { assetInWords, faultInWords } from '../../../words/asset.ts';
import { type PointedPicture, readPicture } from './picture.ts';

type Checked =
  | { readonly kind: 'gone' | 'foreign' | 'none' }
  | { readonly kind: 'failed'; readonly problem: string }
  | {
      readonly kind: 'said';
      readonly text: string;
      readonly named: readonly (Named & { readonly isListed: boolean })[];
    };

type QrCodeCheckProps = {
  picture: PointedPicture;
  /** The person reports what the code says. */
  onReport: (text: string) => void;
  onClose: () => void;
};

const PROBLEMS = { gone: 'qrCode.gone', foreign: 'qrCode.foreign', none: 'qrCode.none' } as const;

/** What the QR code in a picture says, what that is, and whether the list on this device has it. Nobody is asked. */
export function QrCodeCheck({ picture, onReport, onClose }: QrCodeCheckProps) {
  const ask = useAsk();
  useEscape(() => void onClose());
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    setChecked(null);
    let isOver = false;
    const show = (result: Checked) => !isOver && setChecked(result);
    check(picture, ask).then(show, (error: unknown) => show({ kind: 'failed', problem: problemOf(error) }));
    return () => {
      isOver = true;
    };
  }, [picture, ask]);
  return (
    <Stack>
      {checked === null && <Progress label={i18n.t('qrCode.reading')} />}
      {checked?.kind === 'failed' && <Notice tone="caution" title={checked.problem} />}
      {checked !== null && checked.kind in PROBLEMS && (
        <Notice title={i18n.t(PROBLEMS[checked.kind as keyof typeof PROBLEMS])} />
      )}
      {checked?.kind === 'said' && <Said {...checked} />}
      <Actions>
        {checked?.kind === 'said' && !isKnown(checked) && (
          <Button onPress={() => onReport(checked.text)}>{i18n.t('popup.state.reportIt')}</Button>
        )}
        <Button onPress={onClose}>{i18n.t('action.close')}</Button>
      </Actions>
    </Stack>
  );
}

/** Whether everything that the code says is on the list: a report would say nothing new. */
const isKnown = ({ named }: Extract<Checked, { kind: 'said' }>): boolean =>
  named.length > 0 && named.every(({ isListed }) => isListed);

function Said({ text, named }: Extract<Checked, { kind: 'said' }>) {
  const fault = named.length === 0 ? addressFault(text) : null;
  return (
    <div class="stack" role="status">
      <div>
        <p class="small quiet">{i18n.t('qrCode.says')}</p>
        <Address value={text} />
      </div>
      {named.length > 0 ? (
        <Rows label={i18n.t('qrCode.holds')}>
          {named.map(({ content, asset, isListed }) => (
            <Row key={content}>
              <span class="small quiet">{assetInWords(asset)}</span>
              <Address value={asset.content} />
              <Badge tone={isListed ? 'danger' : 'plain'}>{i18n.t(isListed ? 'report.listed' : 'verdict.clear')}</Badge>
            </Row>
          ))}
        </Rows>
      ) : (
        <p>{fault ? faultInWords(fault) : i18n.t('qrCode.nothingKnown', { brand: BRAND.shortName })}</p>
      )}
    </div>
  );
}

async function check(pointed: PointedPicture, ask: Ask): Promise<Checked> {
  const read = await readPicture(pointed);
  if (read.kind !== 'read') return { kind: read.kind };
  const { decodedText } = await import('./decode.ts');
  const text = decodedText(read.picture);
  if (text === null) return { kind: 'none' };
  const { named } = readContents(text);
  const contents = named.flatMap(({ content, page }) => (page === null ? [content] : [content, page]));
  const { listed } = await ask('contentsLookup', { contents: contents.slice(0, 100) });
  return {
    kind: 'said',
    text,
    named: named.map((one) => ({
      ...one,
      isListed: [one.content, one.page].some((name) => name !== null && listed.includes(name)),
    })),
  };
}
