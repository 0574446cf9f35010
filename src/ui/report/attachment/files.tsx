import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { MAX_ATTACHMENTS, TAKEN_FILES } from '../../../api/report/attachment.ts';
import { i18n } from '../../../language/i18n.ts';
import { sizeInWords } from '../../../language/locale.ts';
import type { DraftStore } from '../../../reporting/draft/draft.ts';
import type { AttachedFile } from '../../../reporting/entry.ts';
import { Row, Rows } from '../../component/card.tsx';
import { Button, FileButton } from '../../component/input/button.tsx';
import { Actions } from '../../component/input/form.tsx';
import { useAction } from '../../page/action.ts';
import { isPopup } from '../../popup/view.ts';
import { Beside, type ReportedPage } from '../beside.tsx';
import { RemoveButton } from '../contents/remove-button.tsx';
import type { ReportInProgress } from '../progress.ts';
import type { PictureEditor } from './editor.tsx';
import './files.css';

type FilesProps = {
  report: ReportInProgress;
  drafts: DraftStore;
  /** The page of which a picture can be taken; null where there is none. */
  page: ReportedPage | null;
  /** Whether a picture was taken and is neither attached nor discarded. */
  isUndecided: boolean;
  onUndecided: (isUndecided: boolean) => void;
  /** Counts up each time the person must decide about it. */
  attention: number;
};

type Editing = { readonly picture: ImageBitmap; readonly Editor: typeof PictureEditor };

/** Whether the form was opened in a tab of its own to take a picture. */
export const isForPicture = (): boolean => new URLSearchParams(location.search).has('picture');

/** A picture of the page and files that go along with a report. Nothing goes along that was not seen. */
export function Files({ report, drafts, page, isUndecided, onUndecided, attention }: FilesProps) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const { problem, isBusy, press } = useAction();
  /** The editor was open: the button that opened it gets the focus back. */
  const [wasEdited, setWasEdited] = useState(false);
  const region = useRef<HTMLFieldSetElement>(null);
  const { files } = report.fields.value;
  const isFull = files.length >= MAX_ATTACHMENTS;
  // A browser closes a popup as soon as its window of files opens, and a picture is too small to edit in it.
  const inPopup = isPopup();
  useEffect(() => {
    if (attention > 0) region.current?.focus();
  }, [attention]);
  useEffect(() => {
    if (isFull && wasEdited) region.current?.focus();
  }, [isFull, wasEdited]);

  const edit = (next: Editing | null) => {
    editing?.picture.close();
    setEditing(next);
    setWasEdited(next === null);
    onUndecided(next !== null);
  };
  const takePicture = async ({ tabId, url }: ReportedPage) => {
    if (inPopup) {
      const view = `/popup.html?view=report&picture&tab=${tabId}&content=${encodeURIComponent(url)}`;
      await browser.tabs.create({ url: browser.runtime.getURL(view as '/'), active: false });
      return window.close();
    }
    const [{ pictureOf }, { PictureEditor: Editor }] = await Promise.all([
      import('./picture.ts'),
      import('./editor.tsx'),
    ]);
    edit({ picture: await pictureOf(tabId), Editor });
  };
  const attach = async (all: readonly (readonly [name: string, file: Blob])[]) => {
    const problems: string[] = [];
    for (const [name, file] of all) {
      const reason = await report.attach(name, new Uint8Array(await file.arrayBuffer()));
      if (reason !== null) problems.push(i18n.t(`report.fileProblem.${reason}`, { name }));
    }
    if (problems.length > 0) throw new Error(problems.at(-1));
  };
  useEffect(() => void (isForPicture() && files.length === 0 && page && press(() => takePicture(page))), []);
  return (
    <fieldset ref={region} tabIndex={-1} class="files">
      <legend class="files-title">
        {i18n.t('report.files')} <span class="quiet field-optional">({i18n.t('action.optional')})</span>
      </legend>
      {files.length > 0 && (
        <Rows label={i18n.t('report.files')}>
          {files.map((file) => (
            <Row key={file.id} action={<RemoveButton content={file.name} onPress={() => report.detach(file.id)} />}>
              {file.type.startsWith('image/') && <Thumbnail file={file} drafts={drafts} />}
              <bdi>{file.name}</bdi>
              <span class="small quiet">{sizeInWords(file.size)}</span>
            </Row>
          ))}
        </Rows>
      )}
      {editing ? (
        <editing.Editor
          picture={editing.picture}
          onTake={async (file) => {
            const ending = file.type === 'image/png' ? 'png' : 'jpg';
            await attach([[`${i18n.t('picture.name')}-${files.length + 1}.${ending}`, file]]);
            edit(null);
          }}
          onDiscard={() => edit(null)}
        />
      ) : (
        !isFull && (
          <Actions>
            {page && (
              <Button busy={isBusy} focused={wasEdited} onPress={() => void press(() => takePicture(page))}>
                {i18n.t('picture.open')}
              </Button>
            )}
            {!inPopup && (
              <FileButton
                label={i18n.t('report.chooseFiles')}
                accept={TAKEN_FILES.join()}
                multiple
                onChoose={(files) => void press(() => attach(files.map((file) => [file.name, file])))}
              />
            )}
          </Actions>
        )
      )}
      <p class="small field-problem" role="alert">
        {isUndecided && attention > 0 ? i18n.t('picture.undecided') : problem}
      </p>
      {isFull && <p class="small quiet">{i18n.t('report.fileProblem.many')}</p>}
      {inPopup && page && <Beside page={page} />}
    </fieldset>
  );
}

/** What an attached picture shows, from the device. */
function Thumbnail({ file, drafts }: { file: AttachedFile; drafts: DraftStore }) {
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer> | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  // Its name and size are shown anyway.
  useEffect(() => void drafts.files.read(file.id).then(setBytes, () => undefined), [file.id]);
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: file.type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return address && <img class="files-picture" src={address} alt={file.name} />;
}
