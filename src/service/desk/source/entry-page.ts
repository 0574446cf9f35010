import { html } from 'hono/html';
import { type EntryLife, entryLife } from '../../feature/import/source/life.ts';
import { buttonForm } from '../../page/form.ts';
import { emptyCard, facts, rowItem } from '../../page/list.ts';
import { contentText, typeWord, word } from '../../page/value-word.ts';
import type { Html } from '../../page/words.ts';
import type { Answer, Visit } from '../gate.ts';
import type { Frame } from '../page.ts';
import { type PageState, SOURCES, say, sourcesPage } from './kit.ts';
import { lookUp } from './list-page.ts';

/** One entry: who decides about it, on which lists it is, since when, and when it ends. */
export async function showEntry(visit: Visit, content: string, state: PageState): Promise<Answer> {
  const { database, frame } = visit;
  const life = content === '' ? null : await entryLife(database, content);
  if (life === null) {
    const heading = { title: say(frame, 'find'), lead: say(frame, 'findHint') };
    const nothing = content === '' ? '' : emptyCard(say(frame, 'noEntry'), say(frame, 'noEntryHint'));
    return { page: sourcesPage(frame, heading, state, html`${lookUp(frame, content)}${nothing}`) };
  }
  const { words } = frame;
  const heading = {
    title: html`<span class="mono">${contentText(life)}</span>`,
    lead: html`${typeWord(words, life.type)} · ${word(words, life.status)}`,
  };
  const shown = html`${lookUp(frame, content)}
<section class="card"><p>${say(frame, `decided.${life.decidedBy}`)}</p>${
    life.reason === null ? '' : html`<p class="quiet"><bdi>${life.reason}</bdi></p>`
  }${actions(frame, life)}</section>
<section><h2>${say(frame, 'onLists')}</h2>${
    life.entries.length === 0
      ? emptyCard(say(frame, 'onNone'))
      : html`<ol class="rows">${life.entries.map((entry) => entryRow(frame, entry))}</ol>`
  }</section>
<p><a href="${SOURCES}">${say(frame, 'all')}</a></p>`;
  return { page: sourcesPage(frame, heading, state, shown) };
}

function actions(frame: Frame, { content, status, decidedBy }: EntryLife): Html | string {
  const act = decidedBy === 'OPERATOR' ? 'follow' : status === 'BLOCKED' && decidedBy === 'LIST' ? 'keep' : null;
  if (act === null) return '';
  return html`<div class="buttons">${buttonForm(`${SOURCES}/entry`, say(frame, act), { values: { content, act } })}</div>`;
}

function entryRow(frame: Frame, entry: EntryLife['entries'][number]): Html {
  const { words } = frame;
  const { source, status, firstSeen, lastSeen, leftAt, expiredAt, endsAt } = entry;
  return rowItem(
    {
      title: source,
      aside: [word(words, status)],
      lines: [
        html`<div class="facts">${facts([
          [say(frame, 'firstSeen'), words.moment(firstSeen)],
          [say(frame, 'lastSeen'), lastSeen === null ? say(frame, 'unknown') : words.moment(lastSeen)],
          [say(frame, 'left'), leftAt === null ? null : words.moment(leftAt)],
          [
            expiredAt === null ? say(frame, 'ends') : say(frame, 'ended'),
            endsAt === null ? say(frame, 'notByItself') : words.moment(endsAt),
          ],
        ])}</div>`,
      ],
    },
    3,
  );
}
