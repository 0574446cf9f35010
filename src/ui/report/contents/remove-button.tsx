import { i18n } from '../../../language/i18n.ts';
import { Icon } from '../../component/icon/icon.tsx';
import { Button } from '../../component/input/button.tsx';

/** Takes something out of a report. @param content what, as it is named beside the button */
export const RemoveButton = ({ content, onPress }: { content: string; onPress: () => void }) => (
  <Button kind="quiet" label={i18n.t('report.removeOne', { content })} onPress={onPress}>
    <Icon name="remove" />
  </Button>
);
