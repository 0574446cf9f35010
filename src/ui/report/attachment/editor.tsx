import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { Button } from '../../component/input/button.tsx';
import { Chips } from '../../component/input/choice.tsx';
import { Actions, Stack } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { useEscape } from '../../component/panel/escape.ts';
import { useAction } from '../../page/action.ts';
import { type Area, areaBetween, cut, type Edit, firstFrame, leftOf, type Point, steered } from './area.ts';
import { draw, fileOf, wholeOf } from './picture.ts';
import './editor.css';

type EditorProps = {
  picture: ImageBitmap;
  /** Keeps the picture as it is shown. */
  onTake: (file: Blob) => Promise<void>;
  onDiscard: () => void;
};

/**
 * A picture before it goes along. Parts are blacked out or cut away by dragging, by pressing two opposite corners
 * (WCAG 2.2, 2.5.7), or by keyboard. Escape discards a frame, then the picture.
 */
export function PictureEditor({ picture, onTake, onDiscard }: EditorProps) {
  const edits = useSignal<readonly Edit[]>([]);
  const tool = useSignal<Edit['kind']>('cover');
  const frame = useSignal<Area | null>(null);
  const announcement = useSignal('');
  const { problem, isBusy, press } = useAction();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLButtonElement>(null);
  const start = useRef<Point | null>(null);
  /** The first of two corners, if it was pressed and not dragged from. */
  const corner = useRef<Point | null>(null);
  const hint = useId();
  const shown = leftOf(wholeOf(picture), edits.value);

  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, edits.value);
  }, [picture, edits.value]);
  useEffect(() => {
    stage.current?.focus();
    stage.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useEscape(() => void onDiscard());
  const pointOf = (event: PointerEvent): Point => {
    const box = canvas.current!.getBoundingClientRect();
    return {
      x: shown.x + ((event.clientX - box.left) / box.width) * shown.width,
      y: shown.y + ((event.clientY - box.top) / box.height) * shown.height,
    };
  };
  const apply = () => {
    const area = frame.value && cut(frame.value, shown);
    frame.value = null;
    if (!area) return;
    edits.value = [...edits.value, { kind: tool.value, area }];
    announcement.value = i18n.t(tool.value === 'cover' ? 'picture.covered' : 'picture.cropped');
  };
  const undo = () => {
    edits.value = edits.value.slice(0, -1);
    announcement.value = i18n.t('picture.undone');
  };
  const release = () => {
    const isPress = !frame.value || !cut(frame.value, shown);
    const first = start.current;
    start.current = null;
    if (isPress && !corner.current) {
      corner.current = first;
      announcement.value = i18n.t('picture.corner');
      return;
    }
    corner.current = null;
    apply();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (corner.current) {
      corner.current = null;
      frame.value = null;
    }
    const next = steered(frame.value ?? firstFrame(shown), key, shiftKey, shown);
    if (next) {
      frame.value = frame.value === null ? firstFrame(shown) : next;
      announcement.value = placeInWords(frame.value, shown);
    } else if (key === 'Enter' && frame.value) apply();
    else if (key === 'Escape' && frame.value) frame.value = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = async () => onTake(await fileOf(picture, edits.value));
  return (
    <section class="picture" aria-label={i18n.t('picture.title')}>
      <Stack>
        <Chips
          title={i18n.t('picture.title')}
          options={[
            { value: 'cover', label: i18n.t('picture.cover') },
            { value: 'crop', label: i18n.t('picture.crop') },
          ]}
          value={tool.value}
          onChoose={(chosen) => {
            tool.value = chosen === '' ? tool.value : chosen;
          }}
        />
        <p id={hint} class="small quiet">
          {i18n.t('picture.hint')}
        </p>
        <button
          ref={stage}
          type="button"
          class="picture-stage"
          aria-label={i18n.t('picture.stage')}
          aria-describedby={hint}
          onKeyDown={onKey}
          onPointerDown={(event) => {
            event.preventDefault();
            stage.current?.focus();
            stage.current?.setPointerCapture(event.pointerId);
            start.current = corner.current ?? pointOf(event);
            frame.value = areaBetween(start.current, pointOf(event));
          }}
          onPointerMove={(event) => {
            const from = start.current ?? corner.current;
            if (from) frame.value = areaBetween(from, pointOf(event));
          }}
          onPointerUp={release}
          onPointerCancel={() => {
            start.current = null;
            corner.current = null;
            frame.value = null;
          }}
        >
          <canvas ref={canvas} class="picture-canvas" />
          {frame.value && <span class={`picture-frame picture-${tool.value}`} style={styleOf(frame.value, shown)} />}
        </button>
        <p class="visually-hidden" role="status">
          {announcement}
        </p>
        {problem && <Notice tone="danger" title={problem} />}
        <Actions>
          <Button kind="primary" busy={isBusy} onPress={() => void press(take)}>
            {i18n.t('picture.take')}
          </Button>
          {edits.value.length > 0 && <Button onPress={undo}>{i18n.t('picture.undo')}</Button>}
          <Button onPress={onDiscard}>{i18n.t('picture.discard')}</Button>
        </Actions>
      </Stack>
    </section>
  );
}

const share = (part: number, whole: number): number => Math.round((part / whole) * 100);

const styleOf = ({ x, y, width, height }: Area, shown: Area) => ({
  left: `${((x - shown.x) / shown.width) * 100}%`,
  top: `${((y - shown.y) / shown.height) * 100}%`,
  width: `${(width / shown.width) * 100}%`,
  height: `${(height / shown.height) * 100}%`,
});

/** Where a frame is, for who does not see it. */
const placeInWords = ({ x, y, width, height }: Area, shown: Area): string =>
  i18n.t('picture.place', {
    left: share(x - shown.x, shown.width),
    top: share(y - shown.y, shown.height),
    width: share(width, shown.width),
    height: share(height, shown.height),
  });
