import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { problemOf } from '../page/ask.ts';
import { Notice } from './notice.tsx';

/** A component whose code is loaded when it is first shown. Renders nothing until then, or the error if loading fails. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, redraw] = useState(false);
    const [problem, setProblem] = useState<string | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          redraw(true);
        },
        (error: unknown) => setProblem(problemOf(error)),
      );
    }, []);
    if (loaded) return h(loaded, props);
    return problem && <Notice tone="caution" title={problem} />;
  };
}
