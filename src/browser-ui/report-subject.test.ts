import { describe, expect, it } from 'vitest';
import { FakeSession } from '../../test/fixtures/protection.ts';
import { pictureSubject, ReportSubjects, subjectOf } from './report-subject.ts';

const PAGE = 'https://page.example/a';

describe('a press on "report" in the menu', () => {
  it('is about what is nearest to it, beside the page', () => {
    expect(subjectOf({ pageUrl: PAGE }, PAGE)).toEqual({ url: PAGE, text: '' });
    expect(subjectOf({ selectionText: ' call 0151 234567' }, PAGE)).toEqual({ url: PAGE, text: ' call 0151 234567' });
    expect(subjectOf({ frameUrl: 'https://frame.example/x' }, PAGE)).toEqual({
      url: PAGE,
      text: 'https://frame.example/x',
    });
    expect(subjectOf({ frameUrl: 'about:srcdoc' }, PAGE)).toEqual({ url: PAGE, text: '' });
  });

  it('on a link is about where it leads, and not about the page that may only warn of it', () => {
    expect(subjectOf({ linkUrl: 'https://scam.example/', selectionText: 'x' }, PAGE)).toEqual({
      url: null,
      text: 'https://scam.example/',
    });
  });

  it('on a picture is about the picture alone, not about all that its host holds', () => {
    expect(subjectOf({ srcUrl: 'https://images.example/a/b.png' }, PAGE).text).toBe('PAGE:images.example/a/b.png');
    expect(subjectOf({ srcUrl: 'data:image/png;base64,AA' }, PAGE).text).toBe('');
  });
});

it('a press on a picture to check its QR code names the frame that shows it, and needs a tab', () => {
  const source = 'https://images.example/code.png';
  expect(pictureSubject({ srcUrl: source, frameId: 3 }, { id: 7 }, PAGE)).toEqual({
    url: PAGE,
    text: '',
    picture: { tabId: 7, frameId: 3, source },
  });
  expect(pictureSubject({ srcUrl: source }, {}, PAGE)).toEqual({ url: PAGE, text: '' });
});

it('what is asked for one window is taken up there, once', async () => {
  const area: Record<string, unknown> = {};
  const session = {
    get: async () => ({ ...area }),
    set: async (items: Record<string, unknown>) => void Object.assign(area, items),
  };
  const subjects = new ReportSubjects(session);
  await Promise.all([
    subjects.put(1, { url: PAGE, text: '' }, 'one'),
    subjects.put(2, { url: null, text: 'x' }, 'two'),
  ]);
  expect(await new ReportSubjects(session).take(2, 'a')).toEqual({ url: null, text: 'x' });
  expect(await new ReportSubjects(session).take(2, 'b')).toBeNull();
  expect(await new ReportSubjects(session).take(1, 'c')).toEqual({ url: PAGE, text: '' });
});

it('what was asked for or taken is delivered again where the worker ended before its reply, and comes once', async () => {
  const session = new FakeSession();
  const subject = { url: PAGE, text: '' };
  await new ReportSubjects(session).put(1, subject, 'asked');
  expect(await new ReportSubjects(session).take(1, 'taken')).toEqual(subject);
  expect(await new ReportSubjects(session).take(1, 'taken')).toEqual(subject);
  await new ReportSubjects(session).put(1, subject, 'asked');
  expect(await new ReportSubjects(session).take(1, 'taken later')).toBeNull();
});
