import './empty.css';

/** There is nothing to show, and why. */
export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    <p class="small quiet">{hint}</p>
  </div>
);
