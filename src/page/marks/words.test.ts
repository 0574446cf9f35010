import { describe, expect, it, vi } from 'vitest';
import { momentIn, wordsOf } from './words.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('moments in words', () => {
  it('are relative within a day and dates before that', () => {
    expect(momentIn('en', '2026-11-21T11:55:00Z', NOW)).toBe('5 minutes ago');
    expect(momentIn('en', '2026-11-21T09:00:00Z', NOW)).toBe('3 hours ago');
    expect(momentIn('en', '2026-11-18T12:00:00Z', NOW)).toBe('November 18, 2026');
  });

  it('are left out where the time cannot be read', () => {
    expect(momentIn('en', 'soon', NOW)).toBeNull();
  });
});

describe('texts on marks', () => {
  it('come from the catalogue of the extension, in its direction', () => {
    const i18n = {
      getMessage: (key: string) => ({ direction: 'rtl', language: 'ar' })[key] ?? `<${key}>`,
      getUILanguage: () => 'ar-EG',
    };
    const words = wordsOf({ i18n });
    expect(words.say('card_dispute')).toBe('<marks_card_dispute>');
    expect(words.direction).toBe('rtl');
    expect(words.language).toBe('ar');
  });

  it('come from what the worker left where another language than the browser’s was chosen, whenever they are asked for', () => {
    const i18n = {
      getMessage: (key: string) => ({ direction: 'ltr', language: 'en' })[key] ?? `<${key}>`,
      getUILanguage: () => 'en-US',
    };
    const words = wordsOf({ i18n }, () => NOW);
    vi.stubGlobal('waryTexts', { language: 'ar', direction: 'rtl', marks_lookalike_title: 'ليس $1' });
    expect([words.say('lookalike_title', 'a.example'), words.language, words.direction]).toEqual([
      'ليس a.example',
      'ar',
      'rtl',
    ]);
    expect(words.moment('2026-11-21T11:55:00Z')).toContain('قبل');
    vi.unstubAllGlobals();
    expect(words.say('lookalike_title', 'a.example')).toBe('<marks_lookalike_title>');
  });
});
