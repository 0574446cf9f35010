import { useState } from 'preact/hooks';
import { holdsSecret } from '../../api/report/secret.js';
import { i18n } from '../../language/i18n.ts';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Stack } from '../component/input/form.tsx';
import { CheckedContents } from './checked-contents.tsx';

const MAX_LENGTH = 10_000;

/** A field for an address, link, account or message, and the verdict on what it names. A secret is refused, and sent nowhere. */
export function CheckForm() {
  const [written, setWritten] = useState('');
  const [text, setText] = useState('');
  const [attention, setAttention] = useState(1);
  const isSecret = holdsSecret(written);
  return (
    <Stack>
      <Field
        label={i18n.t('check.label')}
        hint={i18n.t('check.hint')}
        problem={isSecret ? i18n.t('check.secret') : undefined}
        value={written}
        lines={3}
        maxLength={MAX_LENGTH}
        attention={attention}
        onInput={(value) => {
          setWritten(value);
          setText('');
        }}
      />
      <div>
        <Button
          kind="primary"
          onPress={() => {
            setAttention(attention + 1);
            if (!isSecret && written.length <= MAX_LENGTH) setText(written.trim());
          }}
        >
          {i18n.t('check.check')}
        </Button>
      </div>
      {text !== '' && <CheckedContents text={text} />}
    </Stack>
  );
}
