export default async function setUp(): Promise<void> {}
