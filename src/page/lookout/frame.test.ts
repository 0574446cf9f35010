import { describe, expect, it } from 'vitest';
import { type FrameView, frameChoice } from './frame.ts';

const TOP: FrameView = {
  contentType: 'text/html',
  isTop: true,
  width: 1000,
  height: 800,
  address: 'https://a.example/',
  hasContent: true,
};

describe('the choice of frames', () => {
  it('takes every page in a tab, also an empty one that a script may fill', () => {
    expect(frameChoice(TOP)).toBe('scan');
    expect(frameChoice({ ...TOP, hasContent: false, width: 0, height: 0 })).toBe('scan');
  });

  it('leaves pictures, PDFs and data alone', () => {
    for (const contentType of [
      'image/png',
      'application/pdf',
      'application/xml',
      'application/json',
      'image/svg+xml',
    ]) {
      expect(frameChoice({ ...TOP, contentType })).toBe('leave');
    }
    expect(frameChoice({ ...TOP, contentType: 'application/xhtml+xml' })).toBe('scan');
  });

  it('waits for tiny and for empty frames', () => {
    const frame = { ...TOP, isTop: false };
    expect(frameChoice({ ...frame, width: 1, height: 1 })).toBe('wait');
    expect(frameChoice({ ...frame, address: 'about:blank', hasContent: false })).toBe('wait');
    expect(frameChoice({ ...frame, address: 'about:srcdoc' })).toBe('scan');
    expect(frameChoice(frame)).toBe('scan');
  });
});
