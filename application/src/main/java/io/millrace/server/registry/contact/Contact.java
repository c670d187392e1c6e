// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.contact;

import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.EmailRules;
import io.millrace.server.web.api.NameRules;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Address, phone and e-mail. The names of its components are those of the columns and of the JSON properties, too. */
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
    public static final List<String> COLUMN_NAMES =
            List.of("country", "state", "city", "address", "address2", "zip", "phone", "email");

    /** The columns as a list in SQL. */
    public static final String COLUMNS = String.join(", ", COLUMN_NAMES);

    /** The parameters for {@link #COLUMNS}, in their order; each has the name of its column. */
    public static final String VALUES =
            COLUMN_NAMES.stream().map(name -> ":" + name).collect(Collectors.joining(", "));

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

    /** The values by the name of the column. */
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
     * The contact of a request; an empty e-mail counts as none.
     *
     * @throws ApiException (400) if a value is not valid
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
