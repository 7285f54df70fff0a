import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './Clip.module.css';

/** Text on one line. What does not fit is cut, stands in the tooltip, and is shown in full when pressed. */
export function Clip({ children }: { children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState<string>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setCut(element.scrollWidth > element.clientWidth ? (element.textContent ?? '') : undefined);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const toggle = () => setOpen(!open);
  // A link or button inside keeps its own focus and press.
  const plain = typeof children === 'string';
  const press = cut !== undefined || open ? toggle : undefined;
  return (
    <span
      ref={box}
      className={classes.clip}
      data-open={open || undefined}
      title={open ? undefined : cut}
      {...(plain &&
        press && {
          role: 'button',
          tabIndex: 0,
          'aria-expanded': open,
          onClick: press,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter') press();
          },
        })}
    >
      {children}
    </span>
  );
}
