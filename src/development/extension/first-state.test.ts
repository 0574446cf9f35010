import { describe, expect, it } from 'vitest';
import { withFirstState } from './first-state.ts';

const page = (links: string) =>
  `<html><head><script src="/a.js"></script>${links}</head><body><b>{{brand}}</b></body></html>`;
const link = (name: string) => `\n    <link rel="stylesheet" crossorigin href="/assets/${name}">`;
const sheetOf = (name: string) => ({ 'assets/a.css': 'a{}', 'assets/b.css': 'b{content:"$&"}' })[name] ?? null;

describe('the first state of the warning', () => {
  it('carries its style sheets, in their order, and no longer asks for them', () => {
    const html = withFirstState(page(link('b.css') + link('a.css')), 'Wary', sheetOf);
    expect(html).toBe(
      '<html><head><script src="/a.js"></script><style>b{content:"$&"}a{}</style></head><body><b>Wary</b></body></html>',
    );
  });

  it('is all there before its first module, so that nothing is compiled before it is painted', () => {
    const modules = '<script type="module" src="/a.js"></script><link rel="modulepreload" href="/b.js">';
    const html = withFirstState(page(modules), 'Wary', sheetOf);
    expect(html).toContain(`<b>Wary</b>${modules}</body>`);
    expect(html.split('/a.js"')).toHaveLength(3);
  });

  it('shows the name of a brand as it is written', () => {
    expect(withFirstState(page(''), 'A & <B> $&', sheetOf)).toContain('<b>A &amp; &lt;B&gt; $&amp;</b>');
  });

  it('is not built without a sheet that the page needs, or without a place for the name', () => {
    expect(() => withFirstState(page(link('c.css')), 'Wary', sheetOf)).toThrow('assets/c.css');
    expect(() => withFirstState('<html></html>', 'Wary', sheetOf)).toThrow('{{brand}}');
  });
});
