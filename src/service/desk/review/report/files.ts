import { html } from 'hono/html';
import type { Html, Words } from '../../../page/words.ts';
import { ROOT } from '../../page.ts';
import type { ReportFile } from './report.ts';

/** The files of a report, the pictures among them shown; nothing without any. */
export const fileList = (words: Words, files: readonly ReportFile[]): Html | string =>
  files.length === 0 ? '' : html`<ul class="files">${files.map((one) => file(words, one))}</ul>`;

function file(words: Words, { id, fileName, mediaType, sizeBytes }: ReportFile): Html {
  const path = `${ROOT}/files/${id}`;
  return html`<li>${mediaType.startsWith('image/') ? html`<img src="${path}" alt="${fileName}" loading="lazy">` : ''}
<a href="${path}"><bdi>${fileName}</bdi></a> <span class="small quiet"><bdi>${mediaType}</bdi> · ${words.fileSize(sizeBytes)}</span></li>`;
}
