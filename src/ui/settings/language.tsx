import { i18n } from '../../language/i18n.ts';
import { LANGUAGES } from '../../language/languages.ts';
import { BROWSER_LANGUAGE, ownName } from '../../language/name.ts';
import { BRAND } from '../../organization/current.ts';
import { Card } from '../component/card.tsx';
import { Select } from '../component/input/choice.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { originWords, type SectionProps } from './governed.tsx';

/** The language of everything that the extension shows; each is named as its speakers call it. */
export function Language({ settings, onChanged }: SectionProps) {
  const ask = useAsk();
  const { problem, press } = useAction();
  const choose = (language: string) => press(() => ask('settingsWrite', { language }).finally(onChanged));
  return (
    <Card title={i18n.t('settings.language')}>
      <p class="quiet">{i18n.t('settings.languageHint', { brand: BRAND.shortName })}</p>
      <Select
        label={i18n.t('settings.language')}
        value={settings.language.value}
        {...originWords(settings, 'language')}
        onChoose={(language) => void choose(language)}
        options={[
          { value: BROWSER_LANGUAGE, label: i18n.t('settings.languageOfBrowser') },
          ...LANGUAGES.map((name) => ({ value: name, label: ownName(name), lang: name.replace('_', '-') })),
        ]}
      />
      {problem && <Notice tone="danger" title={i18n.t('settings.failed', { problem: problem })} />}
    </Card>
  );
}
