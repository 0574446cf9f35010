/** What a generated page is made of. Counts, and milliseconds of main thread. */
export type PageShape = {
  readonly paragraphs: number;
  readonly words: number;
  /** Rules of a style sheet that the page links to; none without it. */
  readonly rules?: number;
  readonly pictures?: number;
  /** Cells of a grid, each a box in a box. */
  readonly cells?: number;
  readonly rows?: number;
  readonly frames?: number;
  /** The frames are of another site each. */
  readonly elsewhere?: boolean;
  /** Elements that a script at the end of the page adds. */
  readonly added?: number;
  /** Main thread that an inline script in the head takes, and one that is deferred. */
  readonly inlineMs?: number;
  readonly deferredMs?: number;
  /** In how many pieces, 5 ms apart, the document arrives. */
  readonly pieces?: number;
  readonly form?: boolean;
  /** The page reads its own layout while it is parsed. */
  readonly measures?: boolean;
  readonly dialog?: boolean;
};

/** Twenty-two kinds of pages, named after what they resemble. */
export const PAGE_SHAPES: Readonly<Record<string, PageShape>> = {
  note: { paragraphs: 1, words: 6 },
  article: { paragraphs: 40, words: 90, rules: 200, pictures: 3 },
  longread: { paragraphs: 400, words: 80, rules: 100 },
  news: { paragraphs: 60, words: 25, rules: 900, pictures: 24, cells: 60, deferredMs: 15 },
  portal: { paragraphs: 120, words: 20, rules: 2_000, pictures: 40, cells: 200, deferredMs: 30, frames: 2 },
  shop: { paragraphs: 30, words: 15, rules: 700, pictures: 48, cells: 96, inlineMs: 4, deferredMs: 20 },
  product: { paragraphs: 20, words: 50, rules: 600, pictures: 8, form: true, deferredMs: 10 },
  search: { paragraphs: 30, words: 35, rules: 150, form: true },
  forum: { paragraphs: 500, words: 18, rules: 150, pictures: 20 },
  wiki: { paragraphs: 250, words: 60, rules: 300, pictures: 12, rows: 60 },
  table: { paragraphs: 2, words: 20, rows: 800 },
  docs: { paragraphs: 90, words: 40, rules: 400, cells: 30, deferredMs: 5 },
  blog: { paragraphs: 25, words: 100, rules: 120, pictures: 5, measures: true },
  login: { paragraphs: 2, words: 12, rules: 80, form: true, inlineMs: 2 },
  application: { paragraphs: 1, words: 3, rules: 500, added: 1_500, deferredMs: 40 },
  shell: { paragraphs: 0, words: 0, added: 300, inlineMs: 8 },
  feed: { paragraphs: 80, words: 30, rules: 300, pictures: 30, pieces: 6 },
  streamed: { paragraphs: 200, words: 40, rules: 100, pieces: 12 },
  gallery: { paragraphs: 1, words: 10, rules: 60, pictures: 120, cells: 120 },
  framed: { paragraphs: 10, words: 40, rules: 60, frames: 6 },
  banner: { paragraphs: 30, words: 40, rules: 200, pictures: 4, dialog: true, deferredMs: 5 },
  heavy: { paragraphs: 2_500, words: 12, added: 2_500 },
};

/** A page of as many frames as an advertiser's page has. */
export const FRAMES_SHAPE: PageShape = { paragraphs: 1, words: 6, frames: 50, elsewhere: true };
