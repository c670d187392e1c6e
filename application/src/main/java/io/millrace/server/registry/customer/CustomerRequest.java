// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.id.CustomerId;
import io.millrace.server.registry.contact.Contact;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change a customer. Other properties of ThingsBoard's shape are ignored.
 *
 * @param version if given, the change is refused unless the stored version is the same
 */
record CustomerRequest(
        @Nullable CustomerId id,
        @Required @Nullable String title,
        @JsonUnwrapped @Nullable Contact contact,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /** Clients of ThingsBoard treat a customer with this title as public. */
    private static final String RESERVED_TITLE = "Public";

    static CustomerRequest titled(String title) {
        return new CustomerRequest(null, title, null, null, null);
    }

    /**
     * The checked content.
     *
     * @throws ApiException (400) if a value is not valid
     */
    CustomerContent content() {
        String checkedTitle = NameRules.requireName("title", title);
        if (checkedTitle.equals(RESERVED_TITLE)) {
            throw ApiException.badRequest("title: '%s' is reserved".formatted(RESERVED_TITLE));
        }
        return new CustomerContent(
                checkedTitle,
                Contact.checked(contact),
                DocumentRules.limited("additionalInfo", additionalInfo));
    }
}
