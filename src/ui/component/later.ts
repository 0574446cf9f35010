import { type ComponentType, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component whose code is fetched when it is first shown; nothing stands in its place until then. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, redraw] = useState(false);
    useEffect(() => {
      if (loaded) return;
      void load().then((component) => {
        loaded = component;
        redraw(true);
      });
    }, []);
    return loaded ? h(loaded, props) : null;
  };
}
