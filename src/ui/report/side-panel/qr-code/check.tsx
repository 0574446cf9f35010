import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../../language/i18n.ts';
import { CheckedContents } from '../../../check/checked-contents.tsx';
import { Address } from '../../../component/address/address.tsx';
import { Button } from '../../../component/input/button.tsx';
import { Actions, Stack } from '../../../component/input/form.tsx';
import { Notice, Progress } from '../../../component/notice.tsx';
import { useEscape } from '../../../component/panel/escape.ts';
import { problemOf } from '../../../page/ask.ts';
import { type PointedPicture, readPicture } from './picture.ts';

type Checked =
  | { readonly kind: 'gone' | 'foreign' | 'none' }
  | { readonly kind: 'failed'; readonly problem: string }
  | { readonly kind: 'read'; readonly text: string };

type QrCodeCheckProps = {
  picture: PointedPicture;
  /** The person reports what the code says. */
  onReport: (text: string) => void;
  onClose: () => void;
};

/** What the QR code in a picture says, and the verdict on it. */
export function QrCodeCheck({ picture, onReport, onClose }: QrCodeCheckProps) {
  useEscape(() => void onClose());
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    setChecked(null);
    let isOver = false;
    const show = (result: Checked) => !isOver && setChecked(result);
    check(picture).then(show, (error: unknown) => show({ kind: 'failed', problem: problemOf(error) }));
    return () => {
      isOver = true;
    };
  }, [picture]);
  return (
    <Stack>
      {checked === null && <Progress label={i18n.t('qrCode.reading')} />}
      {checked?.kind === 'failed' && <Notice tone="caution" title={checked.problem} />}
      {checked !== null && checked.kind !== 'failed' && checked.kind !== 'read' && (
        <Notice title={i18n.t(`qrCode.${checked.kind}`)} />
      )}
      {checked?.kind === 'read' && (
        <>
          <div>
            <p class="small quiet">{i18n.t('qrCode.says')}</p>
            <Address value={checked.text} />
          </div>
          <CheckedContents text={checked.text} onChecked={setKnown} />
        </>
      )}
      <Actions>
        {checked?.kind === 'read' && !isKnown && (
          <Button onPress={() => onReport(checked.text)}>{i18n.t('popup.state.reportIt')}</Button>
        )}
        <Button onPress={onClose}>{i18n.t('action.close')}</Button>
      </Actions>
    </Stack>
  );
}

async function check(pointed: PointedPicture): Promise<Checked> {
  const read = await readPicture(pointed);
  if (read.kind !== 'read') return { kind: read.kind };
  const { decodedText } = await import('./decode.ts');
  const text = decodedText(read.picture);
  return text === null ? { kind: 'none' } : { kind: 'read', text };
}
