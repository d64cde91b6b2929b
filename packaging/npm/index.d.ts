export { Session, record, signature } from "./onepure.js";
