import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { MAX_ATTACHMENTS, TAKEN_FILES } from '../../../api/report/attachment.ts';
import { i18n } from '../../../language/i18n.ts';
import { sizeInWords } from '../../../language/locale.ts';
import type { DraftStore } from '../../../reporting/draft/draft.ts';
import type { AttachedFile } from '../../../reporting/entry.ts';
import { Row, Rows } from '../../component/card.tsx';
import { Icon } from '../../component/icon/icon.tsx';
import { Button } from '../../component/input/button.tsx';
import { Actions } from '../../component/input/form.tsx';
import { problemOf } from '../../page/ask.ts';
import type { PictureEditor } from './editor.tsx';
import type { ReportInProgress } from '../progress.ts';
import './files.css';

type FilesProps = {
  report: ReportInProgress;
  drafts: DraftStore;
  /** The tab whose picture can be taken; null where there is none. */
  tabId: number | null;
  /** Whether a picture was taken and is neither attached nor discarded. */
  undecided: Signal<boolean>;
  /** Counts up each time the person must decide about it. */
  attention: number;
  /** Whether files can be chosen here: a browser closes a popup as soon as its window of files opens. */
  choosesFiles: boolean;
};

type Editing = { readonly picture: ImageBitmap; readonly Editor: typeof PictureEditor };

/** A picture of the page and files that go along with a report. Nothing goes along that was not seen. */
export function Files({ report, drafts, tabId, undecided, attention, choosesFiles }: FilesProps) {
  const editing = useSignal<Editing | null>(null);
  const problem = useSignal<string | null>(null);
  const isTaking = useSignal(false);
  /** The editor was open: the button that opened it gets the focus back. */
  const wasEdited = useSignal(false);
  const chooser = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLFieldSetElement>(null);
  const { files } = report.draft.value;
  const isFull = files.length >= MAX_ATTACHMENTS;
  useEffect(() => {
    if (attention > 0) region.current?.focus();
  }, [attention]);
  useEffect(() => {
    if (isFull && wasEdited.value) region.current?.focus();
  }, [isFull]);

  const edit = (next: Editing | null) => {
    editing.value?.picture.close();
    editing.value = next;
    undecided.value = next !== null;
  };
  const takePicture = async () => {
    if (tabId === null || isTaking.value) return;
    isTaking.value = true;
    problem.value = null;
    try {
      const [{ pictureOf }, { PictureEditor: Editor }] = await Promise.all([
        import('./picture.ts'),
        import('./editor.tsx'),
      ]);
      edit({ picture: await pictureOf(tabId), Editor });
    } catch (error) {
      problem.value = problemOf(error);
    }
    isTaking.value = false;
  };
  const attach = async (all: readonly (readonly [name: string, file: Blob])[]) => {
    problem.value = null;
    for (const [name, file] of all) {
      const reason = await report.attach(name, new Uint8Array(await file.arrayBuffer()));
      if (reason === 'many') problem.value = i18n.t('report.fileProblem.many');
      else if (reason !== null) problem.value = i18n.t(`report.fileProblem.${reason}`, { name });
    }
  };
  return (
    <fieldset ref={region} tabIndex={-1} class="files">
      <legend class="files-title">
        {i18n.t('report.files')} <span class="quiet field-optional">({i18n.t('action.optional')})</span>
      </legend>
      {files.length > 0 && (
        <Rows label={i18n.t('report.files')}>
          {files.map((file) => (
            <Row
              key={file.id}
              action={
                <Button
                  kind="quiet"
                  label={i18n.t('report.removeOne', { content: file.name })}
                  onPress={() => report.detach(file.id)}
                >
                  <Icon name="remove" />
                </Button>
              }
            >
              {file.type.startsWith('image/') && <Thumbnail file={file} drafts={drafts} />}
              <bdi>{file.name}</bdi>
              <span class="small quiet">{sizeInWords(file.size)}</span>
            </Row>
          ))}
        </Rows>
      )}
      {editing.value ? (
        <editing.value.Editor
          picture={editing.value.picture}
          onTake={async (file) => {
            const ending = file.type === 'image/png' ? 'png' : 'jpg';
            await attach([[`${i18n.t('picture.name')}-${files.length + 1}.${ending}`, file]]);
            edit(null);
            wasEdited.value = true;
          }}
          onDiscard={() => {
            edit(null);
            wasEdited.value = true;
          }}
        />
      ) : (
        !isFull && (
          <Actions>
            {tabId !== null && (
              <Button busy={isTaking.value} focused={wasEdited.value} onPress={() => void takePicture()}>
                {i18n.t('picture.open')}
              </Button>
            )}
            {choosesFiles && <Button onPress={() => chooser.current?.click()}>{i18n.t('report.chooseFiles')}</Button>}
          </Actions>
        )
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={TAKEN_FILES.join()}
        aria-label={i18n.t('report.chooseFiles')}
        onChange={(event) => {
          const input = event.currentTarget;
          void attach([...(input.files ?? [])].map((file) => [file.name, file] as const));
          input.value = '';
        }}
      />
      <p class="small files-problem" role="alert">
        {undecided.value && attention > 0 ? i18n.t('picture.undecided') : problem.value}
      </p>
      {isFull && <p class="small quiet">{i18n.t('report.fileProblem.many')}</p>}
    </fieldset>
  );
}

/** What an attached picture shows, from the device. */
function Thumbnail({ file, drafts }: { file: AttachedFile; drafts: DraftStore }) {
  const address = useSignal<string | null>(null);
  useEffect(() => {
    let isGone = false;
    drafts.files.read(file.id).then(
      (bytes) => {
        if (bytes && !isGone) address.value = URL.createObjectURL(new Blob([bytes], { type: file.type }));
      },
      // Its name and size are shown anyway.
      () => undefined,
    );
    return () => {
      isGone = true;
      if (address.value !== null) URL.revokeObjectURL(address.value);
    };
  }, [file.id]);
  return address.value === null ? null : <img class="files-picture" src={address.value} alt={file.name} />;
}
