import type { ScamKind } from '../../../api/report/scam-kind.ts';
import './icon.css';

const SHAPES: Readonly<Record<ScamKind, string>> = {
  // A wallet
  drainer:
    'M10.5 5v-2.5l-7.25 2A1 1 0 0 0 2.5 5.5v7a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-6.5a1 1 0 0 0-1-1h-9M13.5 8h-3.25a1.25 1.25 0 0 0 0 2.5h3.25',
  // A hook
  'credential-phishing':
    'M10.75 4.25v5.5a3.75 3.75 0 0 1-7.5 0v-2.75l2.5 2.25M10.75 1.5a1.375 1.375 0 1 1 0 2.75a1.375 1.375 0 1 1 0-2.75',
  // A key
  'seed-phishing': 'M5 8a2.75 2.75 0 1 1 0 5.5a2.75 2.75 0 1 1 0-5.5M7 8.75l6.5-6.25M10.5 5.4l2.25 2.35',
  // A headset
  'fake-support':
    'M2.5 9.5v-1.75a5.5 5.5 0 0 1 11 0v1.75M2.5 8.5h2v4h-1a1 1 0 0 1-1-1zM13.5 8.5h-2v4h1a1 1 0 0 0 1-1zM12.5 12.5c0 1.25-1.25 1.75-3 1.75',
  // A mask
  impersonation:
    'M1.5 5.25c4-1 9-1 13 0c0 4-1.5 5.75-3.5 5.75s-2-1.75-3-1.75s-1 1.75-3 1.75s-3.5-1.75-3.5-5.75M4.5 7.5h2M9.5 7.5h2',
  // A bag
  'fake-shop': 'M3 5.5h10l.75 8h-11.5zM5.5 7.5v-3a2.5 2.5 0 0 1 5 0v3',
  // A curve that falls
  'fake-investment': 'M2 2.5v11h12M4.5 4.5l3 3l1.75-1.5l4 4M13.5 7v3.25h-3.25',
  // A bug
  malware:
    'M8 5.5a3 3 0 0 1 3 3v2a3 3 0 0 1-6 0v-2a3 3 0 0 1 3-3M6 5.75a2 2 0 1 1 4 0M8 5.5v8M1.75 8.75h3.25M11 8.75h3.25M2.75 4.5l2.5 2.25M13.25 4.5l-2.5 2.25M2.75 13.5l2.5-2.25M13.25 13.5l-2.5-2.25',
  // One for another
  'address-poisoning': 'M2.5 5.5h11l-3-3M13.5 10.5h-11l3 3',
  // Scales
  sanctioned:
    'M8 2v11.5M5 13.5h6M3 4.5h10M3.25 4.5l-1.75 4.5a1.9 1.9 0 0 0 3.5 0zM12.75 4.5l-1.75 4.5a1.9 1.9 0 0 0 3.5 0z',
  other: 'M5.25 1.75h5.5l3.5 3.5v5.5l-3.5 3.5h-5.5l-3.5-3.5v-5.5zM8 4.75v4M8 11v.25',
};

/** The icon of a kind of scam, always beside words and hidden from screen readers. */
export const ScamIcon = ({ kind }: { kind: ScamKind }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={SHAPES[kind]} />
  </svg>
);
