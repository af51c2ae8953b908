/* What the completions of shells are made of (manual.c): each function prints what stands for one mark of
 * completion.bash.in, completion.zsh.in or completion.fish.in. */
#ifndef ZERMELO_COMMAND_COMPLETIONS_H
#define ZERMELO_COMMAND_COMPLETIONS_H

/* Words with a space between them. */
void completion_commands (void);
void completion_sets (void); /* of known values */

/** bash: cases of what follows an option, and of a command's options and first argument. */
void completion_bash_values (void);
void completion_bash_options (void);

/** zsh: 'name:summary' of each command, and a case with the specifications of its options, what its first
 * argument may be, and whether files are among its arguments. */
void completion_zsh_commands (void);
void completion_zsh_options (void);

/** fish: lines for each command, and one for each of its options. */
void completion_fish_commands (void);
void completion_fish_options (void);

#endif
