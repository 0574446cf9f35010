import { useEffect, useState } from 'preact/hooks';
import { addressFault, type Named, readContents } from '../../asset/index.ts';
import { i18n } from '../../language/i18n.ts';
import { textKey } from '../../language/text-key.ts';
import { BRAND } from '../../organization/current.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { stepsPath } from '../../protection/warning/address.ts';
import { Address } from '../component/address/address.tsx';
import { Row, Rows } from '../component/card.tsx';
import { LinkButton } from '../component/input/button.tsx';
import { Badge, Notice, Progress } from '../component/notice.tsx';
import { type Ask, problemOf, useAsk } from '../page/ask.ts';
import { assetInWords, faultInWords } from '../words/asset.ts';
import { scamInWords } from '../words/scam.ts';
import { listingInWords, verdictInWords } from '../words/verdict.ts';

type Checked = Named & { readonly verdict: Verdict | null };

type CheckedContentsProps = {
  text: string;
  /** Called with true where everything that the text names is listed: a report would say nothing new. */
  onChecked?: (isKnown: boolean) => void;
};

const isListed = ({ verdict }: Checked): boolean =>
  verdict !== null && !['clear', 'off', 'unknown'].includes(verdict.kind);

/** The verdict on each thing that a text names, with its reason. Nothing of it is opened, and only a match is asked about. */
export function CheckedContents({ text, onChecked }: CheckedContentsProps) {
  const ask = useAsk();
  const [checked, setChecked] = useState<readonly Checked[] | string | null>(null);
  useEffect(() => {
    setChecked(null);
    let isOver = false;
    const show = (result: readonly Checked[] | string) => {
      if (isOver) return;
      setChecked(result);
      onChecked?.(typeof result !== 'string' && result.length > 0 && result.every(isListed));
    };
    check(text, ask).then(show, (error: unknown) => show(problemOf(error)));
    return () => {
      isOver = true;
    };
  }, [text, ask]);
  if (checked === null) return <Progress label={i18n.t('verdict.checking')} />;
  if (typeof checked === 'string') return <Notice tone="caution" title={checked} />;
  const fault = checked.length === 0 ? addressFault(text) : null;
  return (
    <div role="status">
      {checked.length === 0 ? (
        <p>{fault ? faultInWords(fault) : i18n.t('check.nothingKnown', { brand: BRAND.shortName })}</p>
      ) : (
        <Rows label={i18n.t('check.found')}>
          {checked.map((one) => (
            <Row key={one.content}>
              <span class="small quiet">{assetInWords(one.asset)}</span>
              <Address value={one.asset.content} />
              {one.verdict && isListed(one) ? (
                <Listed verdict={one.verdict} isAddress={one.asset.type === 'ADDRESS'} />
              ) : (
                <Badge tone="plain">{verdictInWords(one.verdict)}</Badge>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </div>
  );
}

/** What is wrong with something that is listed, who says so, and what to do if it is too late. */
function Listed({ verdict, isAddress }: { verdict: Verdict; isAddress: boolean }) {
  const { kind, scam = 'other' } = verdict;
  const { title, consequence, already } = scamInWords(scam);
  const key = textKey(scam);
  const words = isAddress
    ? { title: i18n.t(`marks.scam.${key}.title`), advice: i18n.t(`marks.scam.${key}.advice`) }
    : { title, advice: consequence };
  const help = isAddress ? i18n.t('marks.card.steps') : already;
  const isConfirmed = kind === 'blocked' || kind === 'permitted';
  return (
    <Notice
      tone={isConfirmed ? 'danger' : 'caution'}
      title={isConfirmed ? words.title : verdictInWords(verdict)}
      action={
        <LinkButton kind="quiet" href={stepsPath(scam)}>
          {help} {i18n.t('popup.state.help')}
        </LinkButton>
      }
    >
      <p>{words.advice}</p>
      <p>{isConfirmed && listingInWords(verdict, Date.now())}</p>
    </Notice>
  );
}

/** Maximum contents of one question. */
const MAX_ASKED = 100;

async function check(text: string, ask: Ask): Promise<readonly Checked[]> {
  const { named } = readContents(text);
  const contents = named.flatMap(({ content, page }) => (page === null ? [content] : [content, page]));
  const asked = contents.slice(0, MAX_ASKED);
  if (asked.length === 0) return [];
  const { verdicts } = await ask('contentsCheck', { contents: asked });
  const verdictOn = (content: string | null) => verdicts[asked.indexOf(content ?? '')] ?? null;
  return named.map((one) => {
    const both = [one.content, one.page].map((content) => ({ ...one, verdict: verdictOn(content) }));
    return both.find(isListed) ?? both[0]!;
  });
}
