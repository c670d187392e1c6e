// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.CustomerId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A customer to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record CustomerRequest(
        @Nullable CustomerId id,
        @Nullable String title,
        @JsonUnwrapped @Nullable Contact contact,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /** ThingsBoard's clients take a customer of this title for everybody. */
    private static final String RESERVED_TITLE = "Public";

    /**
     * The checked content.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    CustomerContent content() {
        String checkedTitle = NameRules.requireName("title", title);
        if (checkedTitle.equals(RESERVED_TITLE)) {
            throw ApiException.badRequest("title: '%s' is reserved".formatted(RESERVED_TITLE));
        }
        return new CustomerContent(checkedTitle, Contact.checked(contact), additionalInfo);
    }
}
