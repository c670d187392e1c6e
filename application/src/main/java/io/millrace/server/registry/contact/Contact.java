// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.contact;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.EmailRules;
import io.millrace.server.web.api.NameRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where somebody can be reached. Its components are the names of the columns and of the JSON properties as well. */
public record Contact(
        @Nullable String country,
        @Nullable String state,
        @Nullable String city,
        @Nullable String address,
        @Nullable String address2,
        @Nullable String zip,
        @Nullable String phone,
        @Nullable String email) {

    public static final Contact NONE = new Contact(null, null, null, null, null, null, null, null);

    /** The columns of a table that has a contact. */
    public static final String COLUMNS =
            "country, state, city, address, address2, zip, phone, email";

    /** The parameters for {@link #COLUMNS}, in their order. */
    public static final String VALUES =
            ":country, :state, :city, :address, :address2, :zip, :phone, :email";

    /** The contact in a row with {@link #COLUMNS}. */
    public static Contact read(ResultSet row) throws SQLException {
        return new Contact(
                row.getString("country"),
                row.getString("state"),
                row.getString("city"),
                row.getString("address"),
                row.getString("address2"),
                row.getString("zip"),
                row.getString("phone"),
                row.getString("email"));
    }

    /** What {@link #VALUES} stand for. */
    public Map<String, @Nullable Object> params() {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("country", country);
        params.put("state", state);
        params.put("city", city);
        params.put("address", address);
        params.put("address2", address2);
        params.put("zip", zip);
        params.put("phone", phone);
        params.put("email", email);
        return params;
    }

    /**
     * What somebody has typed, checked; an empty e-mail is none.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    public static Contact checked(@Nullable Contact typed) {
        if (typed == null) {
            return NONE;
        }
        return new Contact(
                NameRules.optionalText("country", typed.country),
                NameRules.optionalText("state", typed.state),
                NameRules.optionalText("city", typed.city),
                NameRules.optionalText("address", typed.address),
                NameRules.optionalText("address2", typed.address2),
                NameRules.optionalText("zip", typed.zip),
                NameRules.optionalText("phone", typed.phone),
                typed.email == null || typed.email.isBlank()
                        ? null
                        : EmailRules.requireEmail("email", typed.email));
    }
}
