import { type Address, addressOf, familyInWords } from '../../asset/address/address.ts';
import { baseNameAsset } from '../../asset/text/recognize-text.ts';
import type { Asset } from '../../asset/type.ts';
import type { Asker } from '../warning/answers.ts';
import type { ProtectionWorker } from '../worker.ts';
import type { ShownVerdict, Verdict } from './verdict.ts';

type Question = { readonly assets: readonly Asset[]; readonly confirms: boolean };

type ShownAddressesParts = {
  readonly worker: Pick<ProtectionWorker, 'ready' | 'protection' | 'settingsOn'>;
  /** Called with the addresses that a page shows. */
  readonly onShown: (addresses: readonly Address[], asker: Asker) => void;
  /** Whether the person has switched marks off on the sender's site. */
  readonly isUnmarked: (asker: Asker) => Promise<boolean>;
};

/** Answers to the scanners of pages, about the addresses that they show. */
export const shownAddresses = ({ worker, onShown, isUnmarked }: ShownAddressesParts) => ({
  /** The list's answer, or after asking the service as far as the page may. Nothing with a wrong checksum is looked up. */
  assetsCheck: async (
    { assets, confirms }: Question,
    asker: Asker,
  ): Promise<{ enabled: boolean; marked: ShownVerdict[]; refused: string[] }> => {
    await worker.ready;
    const { protection } = worker;
    const { protectAddresses } = worker.settingsOn(asker.tab?.url);
    const enabled = protectAddresses && !(await isUnmarked(asker));
    const shown = enabled ? shownIn(assets) : [];
    if (confirms) await protection.resolveShown(distinct(shown), asker.tab?.id ?? -1);
    const marked = shown.map((one) => replyFor(one, protection.shownVerdict(one.asset))).filter(isMarked);
    const known = new Set(shown.map(({ spelling }) => spelling));
    const refused = enabled ? assets.map(({ content }) => content).filter((content) => !known.has(content)) : [];
    const addresses = shown.map(({ address }) => address);
    if (!confirms) onShown(addresses, asker);
    return { enabled, marked, refused };
  },

  /** The hosts with an entry among those to which a page links, from memory alone: nothing is asked about links. */
  linksCheck: async ({ hosts }: { readonly hosts: readonly string[] }, { tab }: Asker) => {
    await worker.ready;
    const { protection } = worker;
    const isOn = worker.settingsOn(tab?.url).markLinks;
    const listed = hosts.filter((host) => isOn && protection.hitsOf(`http://${host}/`).length > 0);
    const isKnown = (host: string) => protection.verdict(`http://${host}/`, tab?.id)?.kind === 'blocked';
    return { listed: listed.map((host) => ({ host, isKnown: isKnown(host) })) };
  },
});

type Shown = {
  readonly spelling: string;
  readonly asset: Asset;
  readonly address: Address;
  readonly family: string;
};

/** The assets that are real addresses. The page checked only their shape. */
const shownIn = (assets: readonly Asset[]): Shown[] =>
  assets.flatMap(({ content: spelling }) => {
    const name = baseNameAsset(spelling);
    if (name !== null) {
      const address = { family: 'basename', content: name.content };
      return [{ spelling, asset: name, address, family: 'Basename' }];
    }
    const address = addressOf(spelling);
    if (address === null) return [];
    const asset = { type: 'ADDRESS', content: address.content } as const;
    return [{ spelling, asset, address, family: familyInWords(address.family) }];
  });

const distinct = (shown: readonly Shown[]): Asset[] => [
  ...new Map(shown.map(({ asset }) => [asset.content, asset])).values(),
];

const replyFor = ({ spelling, family }: Shown, verdict: Verdict): ShownVerdict => ({
  ...verdict,
  asset: { type: verdict.asset.type, content: spelling },
  family,
});

const isMarked = ({ kind }: Verdict): boolean => kind === 'blocked' || kind === 'unconfirmed' || kind === 'checking';
