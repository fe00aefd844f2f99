// Only the prompts in use, so that the bundle leaves the editor and its like out.
export { password, Separator, search, select } from '@inquirer/prompts';
