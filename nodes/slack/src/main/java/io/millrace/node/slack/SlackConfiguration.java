// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.slack;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@link SlackNode}.
 *
 * @param useSystemSettings whether the operator's token is used
 * @param botToken token of the bot that posts
 * @param messageTemplate template of the text
 * @param conversationType kind of the conversation, for the editor
 * @param conversation where the text is posted
 */
public record SlackConfiguration(
        @JsonPropertyDescription("Whether the bot of the installation posts.")
                boolean useSystemSettings,
        @JsonPropertyDescription("Token of another bot.") @Nullable String botToken,
        @JsonPropertyDescription("Template of the text.") @NotBlank String messageTemplate,
        @JsonPropertyDescription("Kind of the conversation.")
                @Nullable ConversationType conversationType,
        @JsonPropertyDescription("The conversation in which the text is posted.") @NotNull @Valid
                Conversation conversation) {

    /** Kinds of conversations. */
    public enum ConversationType {
        PUBLIC_CHANNEL,
        PRIVATE_CHANNEL,
        DIRECT
    }

    /**
     * A conversation of Slack. Only its id has an effect.
     *
     * @param id such as {@code C0123456789}
     */
    public record Conversation(
            @JsonPropertyDescription("Kind of the conversation.") @Nullable ConversationType type,
            @JsonPropertyDescription("Id of the conversation: C0123456789.") @NotBlank String id,
            @JsonPropertyDescription("Name of the conversation, for readers of the chain.")
                    @Nullable String name) {}

    /** The configuration of a new node. */
    static final SlackConfiguration DEFAULTS =
            new SlackConfiguration(
                    true,
                    null,
                    "Device ${deviceId}: temperature is $[temperature]",
                    ConversationType.PUBLIC_CHANNEL,
                    new Conversation(ConversationType.PUBLIC_CHANNEL, "C0123456789", "general"));

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return conversation.id();
    }
}
