import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { problemOf } from '../ask.ts';
import { Notice } from './notice.tsx';

type LaterProps<P> = { load: () => Promise<ComponentType<P>>; with: P };

/** How near to what is in view something has to be. */
const NEAR = '400px';

/** Something that is loaded when it comes near to what is in view, so that a long page does not load what nobody looks at. */
export function Later<P extends object>({ load, with: props }: LaterProps<P>) {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useSignal<ComponentType<P> | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        load().then(
          (component) => {
            loaded.value = component;
          },
          (error: unknown) => {
            problem.value = problemOf(error);
          },
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const Component = loaded.value;
  if (Component) return <Component {...props} />;
  return <div ref={place}>{problem.value && <Notice tone="caution" title={problem.value} />}</div>;
}
