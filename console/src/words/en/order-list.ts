export const orderListWords = {
  handle: (name: string) => `Move ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  place: (name: string, place: number, of: number) => `${name}, place ${place} of ${of}`,
  lifted: (name: string, place: number, of: number) => `${name} lifted, place ${place} of ${of}`,
  dropped: (name: string, place: number, of: number) => `${name} dropped at place ${place} of ${of}`,
  putBack: (name: string, place: number, of: number) => `${name} put back to place ${place} of ${of}`,
} as const;
