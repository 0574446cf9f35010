import { useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import type { StoppedFile as StoppedFileKind } from '../../protection/warning/address.ts';
import { Button } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { MAY_STOP_FILES, useStoppedFiles } from '../page/stopped-files.ts';

/** What became of a file of the site, and a way to have such files stopped from now on. */
export function StoppedFile({ file }: { file: StoppedFileKind }) {
  const { isStopped, turn } = useStoppedFiles();
  const [isNew, setNew] = useState(false);
  const { problem, isBusy, press } = useAction();
  if (file === 'stopped') return <p>{i18n.t('warning.fileStopped')}</p>;
  if (!MAY_STOP_FILES || isStopped === null || (isStopped && !isNew)) return null;
  const stop = async () => {
    await turn(true);
    setNew(true);
  };
  return (
    <>
      <p>{i18n.t('warning.fileSaved')}</p>
      {isNew ? (
        <p role="status">{i18n.t('warning.filesStopped')}</p>
      ) : (
        <Button kind="quiet" busy={isBusy} onPress={() => void press(stop)}>
          {i18n.t('warning.stopFiles')}
        </Button>
      )}
      {problem && <Notice tone="caution" title={problem} />}
    </>
  );
}
