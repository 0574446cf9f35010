import './progress.css';

/** Something is under way. Shows itself only after 300 ms, so that what is quick never flashes. */
export const Progress = ({ label }: { label: string }) => (
  <div class="progress" role="status">
    <p class="small quiet">{label}</p>
    <div class="progress-bar" aria-hidden="true" />
  </div>
);
