import type { Health } from '../../protection/health/health.ts';
import type { Ask } from '../ask.ts';
import { Icon } from '../component/icon.tsx';
import { RemedyButton } from '../health/remedy.tsx';
import { protectionInWords } from '../words/health.ts';
import '../component/tone.css';

type ProtectionProps = {
  health: Health;
  /** Whether it is what the popup says above, with what mends it. */
  isSaid: boolean;
  ask: Ask;
  onChanged: () => Promise<void>;
};

/** How well the person is protected, in one plain sentence, with what mends it where it is less than well. */
export function Protection({ health, isSaid, ask, onChanged }: ProtectionProps) {
  const isWell = health.level === 'protected';
  const remedy = health.problems[0]?.remedy;
  return (
    <div class={`protection tone-${isWell ? 'ok' : 'caution'}`}>
      <Icon name={isWell ? 'done' : 'hold'} />
      <p>{protectionInWords(health, Date.now())}</p>
      {!isWell && !isSaid && remedy && <RemedyButton kind="quiet" remedy={remedy} ask={ask} onChanged={onChanged} />}
    </div>
  );
}
