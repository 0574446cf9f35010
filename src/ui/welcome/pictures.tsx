import type { ComponentChildren } from 'preact';

/** An illustration of the words beside it, hidden from screen readers. */
const Picture = ({ children }: { children: ComponentChildren }) => (
  <svg class="welcome-picture" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

const Window = () => (
  <>
    <rect class="paper" x="4" y="6" width="112" height="76" rx="6" />
    <path class="line" d="M4 20h112" />
    <circle class="dot" cx="12" cy="13" r="2" />
    <circle class="dot" cx="19" cy="13" r="2" />
    <circle class="dot" cx="26" cy="13" r="2" />
  </>
);

/** A page of which nothing is drawn, and the sign of a stop. */
export const StoppedPicture = () => (
  <Picture>
    <Window />
    <rect class="band" x="4.5" y="20" width="111" height="28" />
    <circle class="sign" cx="24" cy="34" r="7.5" />
    <path class="sign" d="M20 34h8" />
    <path class="on-band" d="M40 31h52M40 38h34" />
    <rect class="button" x="16" y="58" width="38" height="12" rx="3" />
    <path class="faint" d="M62 64h30" />
  </Picture>
);

/** Lines of a page, one of them an address with its mark. */
export const MarkedPicture = () => (
  <Picture>
    <Window />
    <path class="faint" d="M14 32h74M14 42h58M14 68h66" />
    <path class="text" d="M14 54h46" />
    <path class="wave" d="M14 59q2.3 -3 4.6 0t4.6 0t4.6 0t4.6 0t4.6 0t4.6 0t4.6 0t4.6 0t4.6 0t4.6 0" />
    <rect class="pill" x="65" y="48.5" width="36" height="11" rx="5.5" />
    <circle class="mark-sign" cx="71.5" cy="54" r="2.75" />
    <path class="mark-sign" d="M70 54h3M78 54h17" />
  </Picture>
);

/** One device that reports, and many that are protected. */
export const ReportedPicture = () => (
  <Picture>
    <rect class="paper" x="6" y="28" width="34" height="32" rx="4" />
    <path class="faint" d="M12 37h20M12 44h14" />
    <rect class="button" x="12" y="49" width="14" height="6" rx="2" />
    <path class="arrow" d="M45 44h12M53 40l4 4l-4 4" />
    <rect class="paper" x="62" y="30" width="20" height="28" rx="3" />
    <path class="text" d="M66 37h12M66 43h12M66 49h8" />
    {[14, 44, 74].map((y) => (
      <g key={y}>
        <path class="faint" d={`M84 44L97 ${y}`} />
        <circle class="guarded" cx="105" cy={y} r="8" />
        <path class="tick" d={`M101.500 ${y}l2.500 2.500l4.500 -5`} />
      </g>
    ))}
  </Picture>
);
