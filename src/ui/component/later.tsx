import { useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '../ask.ts';
import { Notice } from './notice.tsx';

/** A component whose code is fetched when it is first shown. Until then nothing stands in its place, and the reason where that fails. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, redraw] = useState(false);
    const problem = useSignal<string | null>(null);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          redraw(true);
        },
        (error: unknown) => {
          problem.value = problemOf(error);
        },
      );
    }, []);
    if (loaded) return h(loaded, props);
    return problem.value === null ? null : <Notice tone="caution" title={problem.value} />;
  };
}

/** How near to what is in view something has to be. */
const NEAR = '400px';

/** What is drawn when it comes near to what is in view, so that a long page does not load what nobody looks at. */
export function WhenNear({ children }: { children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSignal(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        isNear.value = true;
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear.value ? children : <div ref={place} />;
}
