/** The mark of the product. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 26 26" width={26} height={26} aria-hidden>
      <rect width="26" height="26" rx="7" fill="var(--solid)" />
      <path
        d="M8 6.5v13M8 14.2c0-2.6 1.7-4.2 4.3-4.2s4.2 1.6 4.2 4.2v5.3"
        fill="none"
        stroke="var(--on-solid)"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
      <circle cx="18.6" cy="7.4" r="1.9" fill="#F2B84B" />
    </svg>
  );
}
