import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { type Asset, namedBy, recognizeText } from '../../../asset/index.ts';
import { i18n } from '../../../language/i18n.ts';
import { countInWords } from '../../../language/locale.ts';
import type { MessageReply } from '../../../messaging/catalogue.ts';
import { Button } from '../../component/input/button.tsx';
import { Tick } from '../../component/input/choice.tsx';
import { Actions, Stack } from '../../component/input/form.tsx';
import { useEscape } from '../../component/panel/escape.ts';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { assetInWords } from '../../words/asset.ts';
import type { ReportedPage } from '../beside.tsx';
import './pick-list.css';

type PickListProps = {
  page: ReportedPage;
  /** What the report names. */
  contents: readonly string[];
  /** Adds something to the report, or takes it out. */
  onPick: (content: string, isOn: boolean) => void;
};

/** Reportable things on the active page; a tick adds one to the report. The page is read only when the person asks for it. */
export function PickList({ page, contents, onPick }: PickListProps) {
  const ask = useAsk();
  const [found, setFound] = useState<Picks | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const { problem, press } = useAction();
  /** The browser lets no extension read its own pages, and the warning shows nothing of the site. */
  const [isReadable, setReadable] = useState(false);
  useEffect(() => {
    browser.tabs.get(page.tabId).then(
      ({ url = '' }) => setReadable(/^https?:/.test(url)),
      () => setReadable(false),
    );
  }, [page]);
  const list = useRef<HTMLFieldSetElement>(null);
  useEscape(() => {
    if (!found) return false;
    close();
  });
  useEffect(() => list.current?.focus(), [found !== null]);
  useEffect(() => setFound(null), [page.url]);
  const open = async () => setFound(picksOf(await ask('pageThings', { tabId: page.tabId }), page.url));
  const close = () => {
    setFound(null);
    setWasOpen(true);
  };
  if (!isReadable) return null;
  if (!found)
    return (
      <div>
        <Button kind="quiet" focused={wasOpen} onPress={() => void press(open)}>
          {i18n.t('picks.open')}
        </Button>
        {problem && (
          <p class="small quiet" role="alert">
            {i18n.t('picks.refused')}
          </p>
        )}
      </div>
    );
  const { picks, left } = found;
  return (
    <fieldset ref={list} tabIndex={-1} class="picks">
      <legend class="picks-title">{i18n.t('picks.title')}</legend>
      <Stack>
        {picks.length === 0 && <p class="small quiet">{i18n.t('picks.none')}</p>}
        {PICK_KINDS.map((kind) => {
          const ofKind = picks.filter((pick) => pick.kind === kind);
          return (
            ofKind.length > 0 && (
              <div key={kind} class="picks-kind">
                <p class="small quiet">{i18n.t(`picks.${kind}`)}</p>
                {ofKind.map(({ content, asset }) => (
                  <Tick
                    key={content}
                    label={asset.content}
                    hint={assetInWords(asset)}
                    on={contents.includes(content)}
                    onToggle={(isOn) => onPick(content, isOn)}
                  />
                ))}
              </div>
            )
          );
        })}
        {left > 0 && <p class="small quiet">{countInWords('picks.left', left)}</p>}
        <Actions>
          <Button onPress={close}>{i18n.t('action.close')}</Button>
        </Actions>
      </Stack>
    </fieldset>
  );
}

/** Where on a page something reportable was found. */
const PICK_KINDS = ['shown', 'form', 'link'] as const;
type PickKind = (typeof PICK_KINDS)[number];

/** Something of a page that can be added to a report: the content that names it, and what it is. */
export type Pick = { readonly kind: PickKind; readonly content: string; readonly asset: Asset };
type Picks = {
  readonly picks: readonly Pick[];
  /** How many are not offered. */
  readonly left: number;
};

/** Maximum offered of each kind. */
const MAX_OFFERED = 30;

/**
 * What a page shows that can be reported beside it: addresses and accounts in its text, what its forms send to, and other sites that it
 * links to, each once.
 */
export function picksOf({ links, forms, text }: MessageReply<'pageThings'>, pageUrl: string): Picks {
  const own = namedBy(pageUrl);
  const seen = new Set(own ? [own.content, own.page ?? ''] : []);
  const offered: Pick[] = [];
  let left = 0;
  const offer = (kind: PickKind, all: readonly { readonly content: string; readonly asset: Asset }[]) => {
    const fresh = all.filter(({ content }) => !seen.has(content) && seen.add(content));
    offered.push(...fresh.slice(0, MAX_OFFERED).map(({ content, asset }) => ({ kind, content, asset })));
    left += Math.max(0, fresh.length - MAX_OFFERED);
  };
  offer(
    'shown',
    recognizeText(text)
      .filter(({ type }) => type !== 'URL' && type !== 'PAGE')
      .map((asset) => ({ content: namedBy(asset.content)?.content ?? `${asset.type}:${asset.content}`, asset })),
  );
  offer('form', named(forms));
  offer('link', named(links));
  return { picks: offered, left };
}

const named = (addresses: readonly string[]) =>
  addresses.flatMap((address) => {
    const found = namedBy(address);
    return found ? [{ content: found.content, asset: found.asset }] : [];
  });
