#include "CPages.h"

// The compiler takes the files as they are, and knows that it depends on them. Their bytes are read-only data of the
// command: nothing is done with them when it starts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char messages_lexer[] = {
#embed "../../../Documentation/messages/lexer.md"
};
static const char messages_parser[] = {
#embed "../../../Documentation/messages/parser.md"
};
static const char messages_checker[] = {
#embed "../../../Documentation/messages/checker.md"
};
static const char messages_sample[] = {
#embed "../../../Documentation/messages/sample.md"
};
static const char messages_query[] = {
#embed "../../../Documentation/messages/query.md"
};
static const char messages_tree[] = {
#embed "../../../Documentation/messages/tree.md"
};
static const char messages_schema[] = {
#embed "../../../Documentation/messages/schema.md"
};
static const char messages_records[] = {
#embed "../../../Documentation/messages/records.md"
};
static const char messages_files[] = {
#embed "../../../Documentation/messages/files.md"
};
static const char reference_comparisons[] = {
#embed "../../../Documentation/reference/comparisons.md"
};
static const char reference_strings[] = {
#embed "../../../Documentation/reference/strings.md"
};
static const char reference_logic[] = {
#embed "../../../Documentation/reference/logic.md"
};
static const char reference_lists[] = {
#embed "../../../Documentation/reference/lists.md"
};
static const char reference_collection_operators[] = {
#embed "../../../Documentation/reference/collection-operators.md"
};
static const char reference_key_paths[] = {
#embed "../../../Documentation/reference/key-paths.md"
};
static const char reference_literals[] = {
#embed "../../../Documentation/reference/literals.md"
};
static const char reference_types[] = {
#embed "../../../Documentation/reference/types.md"
};
static const char reference_arithmetic[] = {
#embed "../../../Documentation/reference/arithmetic.md"
};
static const char reference_functions[] = {
#embed "../../../Documentation/reference/functions.md"
};
static const char reference_arguments[] = {
#embed "../../../Documentation/reference/arguments.md"
};
static const char help_commands[] = {
#embed "help/commands.md"
};
static const char help_prompt[] = {
#embed "help/prompt.md"
};
static const char spark_job[] = {
#embed "spark_job.py"
};
static const char completion_bash[] = {
#embed "completion/predicate.bash"
};
static const char completion_zsh[] = {
#embed "completion/predicate.zsh"
};
static const char completion_fish[] = {
#embed "completion/predicate.fish"
};

static const EmbeddedPage pages[] = {
    {"messages/lexer", messages_lexer, sizeof(messages_lexer)},
    {"messages/parser", messages_parser, sizeof(messages_parser)},
    {"messages/checker", messages_checker, sizeof(messages_checker)},
    {"messages/sample", messages_sample, sizeof(messages_sample)},
    {"messages/query", messages_query, sizeof(messages_query)},
    {"messages/tree", messages_tree, sizeof(messages_tree)},
    {"messages/schema", messages_schema, sizeof(messages_schema)},
    {"messages/records", messages_records, sizeof(messages_records)},
    {"messages/files", messages_files, sizeof(messages_files)},
    {"reference/comparisons", reference_comparisons, sizeof(reference_comparisons)},
    {"reference/strings", reference_strings, sizeof(reference_strings)},
    {"reference/logic", reference_logic, sizeof(reference_logic)},
    {"reference/lists", reference_lists, sizeof(reference_lists)},
    {"reference/collection-operators", reference_collection_operators, sizeof(reference_collection_operators)},
    {"reference/key-paths", reference_key_paths, sizeof(reference_key_paths)},
    {"reference/literals", reference_literals, sizeof(reference_literals)},
    {"reference/types", reference_types, sizeof(reference_types)},
    {"reference/arithmetic", reference_arithmetic, sizeof(reference_arithmetic)},
    {"reference/functions", reference_functions, sizeof(reference_functions)},
    {"reference/arguments", reference_arguments, sizeof(reference_arguments)},
    {"help/commands", help_commands, sizeof(help_commands)},
    {"help/prompt", help_prompt, sizeof(help_prompt)},
    {"completion/bash", completion_bash, sizeof(completion_bash)},
    {"completion/zsh", completion_zsh, sizeof(completion_zsh)},
    {"completion/fish", completion_fish, sizeof(completion_fish)},
};

EmbeddedPage embeddedPage(size_t index)
{
    static const EmbeddedPage none = {0, 0, 0};
    return index < sizeof(pages) / sizeof(*pages) ? pages[index] : none;
}

EmbeddedPage embeddedSparkJob(void)
{
    static const EmbeddedPage job = {"spark_job", spark_job, sizeof(spark_job)};
    return job;
}
