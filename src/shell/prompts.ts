// Only the prompts in use, so that the bundle leaves the editor and its like out.
export { input, password, select } from '@inquirer/prompts';
