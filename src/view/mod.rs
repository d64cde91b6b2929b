//! What people see: boards and events as text, in English and Korean.
