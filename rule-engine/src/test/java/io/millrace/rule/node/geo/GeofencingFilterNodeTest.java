// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeofencingFilterNodeTest {

    private static final NodeDefinition<?> DEFINITION = GeofencingFilterNode.definition();
    private static final String INSIDE = "{\"latitude\":5,\"longitude\":5}";
    private static final String OUTSIDE = "{\"latitude\":5,\"longitude\":11}";
    private static final String SQUARE = "[[0,0],[0,10],[10,10],[10,0]]";

    private final RuleNode byDefault = NodeTester.node(DEFINITION, defaults());

    @Test
    void takesAPolygonFromTheMetadataByDefault() {
        assertThat(defaults())
                .isEqualTo(
                        "{\"latitudeKeyName\":\"latitude\",\"longitudeKeyName\":\"longitude\","
                                + "\"perimeterType\":\"POLYGON\",\"fetchPerimeterInfoFromMessageMetadata\":true,"
                                + "\"perimeterKeyName\":\"ss_perimeter\",\"polygonsDefinition\":null,"
                                + "\"centerLatitude\":null,\"centerLongitude\":null,\"range\":null,"
                                + "\"rangeUnit\":null}");

        assertLabel("True", byDefault, message(INSIDE, "ss_perimeter", SQUARE));
        assertLabel("False", byDefault, message(OUTSIDE, "ss_perimeter", SQUARE));
    }

    @Test
    void takesTheKeysOfTheCoordinatesFromItsConfiguration() {
        RuleNode node =
                NodeTester.node(
                        DEFINITION,
                        polygon(SQUARE)
                                .replace("\"latitude\"", "\"y\"")
                                .replace("\"longitude\"", "\"x\""));

        assertLabel("True", node, message("{\"y\":5,\"x\":5}"));
        assertFailure(
                "y: must be a number in payload or metadata, but is missing",
                node,
                message(INSIDE));
    }

    @Test
    void takesNumbersAsTexts() {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertLabel("True", node, message("{\"latitude\":\"5.5\",\"longitude\":\"5\"}"));
    }

    @Test
    void takesACoordinateOfThePayloadBeforeOneOfTheMetadata() {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertLabel("True", node, message(INSIDE, "latitude", "50", "longitude", "50"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}
                    {"latitude":null,"longitude":null}
                    {"latitude":{"deg":1},"longitude":[1]}
                    """)
    void takesACoordinateOfTheMetadataWhereThePayloadHasNoPlainValue(String payload) {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertLabel("True", node, message(payload, "latitude", "5", "longitude", "5"));
    }

    @Test
    void takesEachCoordinateFromWhereItIs() {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertLabel("True", node, message("{\"latitude\":5}", "longitude", "5"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [1]                                | the payload must be a JSON object, not ARRAY
                    5                                  | the payload must be a JSON object, not NUMBER
                    null                               | the payload must be a JSON object, not NULL
                    {"longitude":5}                    | latitude: must be a number in payload or metadata, but is missing
                    {"latitude":5}                     | longitude: must be a number in payload or metadata, but is missing
                    {"latitude":"north","longitude":5} | latitude: must be a number, not "north"
                    {"latitude":true,"longitude":5}    | latitude: must be a number, not true
                    {"latitude":5,"longitude":1e999}   | longitude: must be a number, not
                    """)
    void failsForAMessageWithoutAPosition(String payload, String reason) {
        RuleMessage message = message(payload);

        assertThat(NodeTester.run(NodeTester.node(DEFINITION, polygon(SQUARE)), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.message()).isSameAs(message);
                            assertThat(failed.error()).startsWith(reason);
                        });
    }

    @ParameterizedTest
    @CsvSource(
            value = {"''", "{"},
            ignoreLeadingAndTrailingWhitespace = false)
    void failsForAPayloadThatIsNoJsonEvenWithThePositionInTheMetadata(String payload) {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertThat(NodeTester.run(node, message(payload, "latitude", "5", "longitude", "5")))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @Test
    void failsForAPositionInTheMetadataThatIsNoNumber() {
        assertFailure(
                "latitude: must be a number, not \"x\"",
                NodeTester.node(DEFINITION, polygon(SQUARE)),
                message("{}", "latitude", "x", "longitude", "5"));
    }

    @Test
    void failsWhereTheMetadataLacksThePerimeter() {
        assertFailure(
                "ss_perimeter: must be a perimeter in the metadata, but is missing",
                byDefault,
                message(INSIDE));
        assertFailure(
                "ss_perimeter: must be a perimeter in the metadata, but is missing",
                byDefault,
                message(INSIDE, "ss_perimeter", ""));
    }

    @Test
    void failsWhereThePolygonOfTheMetadataIsNone() {
        assertFailure(
                "ss_perimeter: must be a list of points, not {}",
                byDefault,
                message(INSIDE, "ss_perimeter", "{}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"latitude":5,"longitude":4,"radius":112000}                             | True
                    {"latitude":5,"longitude":4,"radius":110000,"radiusUnit":"METER"}        | False
                    {"latitude":5,"longitude":4,"radius":"112","radiusUnit":"KILOMETER"}     | True
                    {"latitude":5,"longitude":4,"radius":112,"radiusUnit":null}              | False
                    """)
    void takesACircleFromTheMetadata(String circle, String label) {
        assertLabel(label, circleFromMetadata(), message(INSIDE, "ss_perimeter", circle));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"longitude":4,"radius":1}  | ss_perimeter.latitude: must be a number, but is missing
                    {"latitude":4,"radius":1}   | ss_perimeter.longitude: must be a number, but is missing
                    {"latitude":4,"longitude":1} | ss_perimeter.radius: must be a number, but is missing
                    {"latitude":4,"longitude":1,"radius":null} | ss_perimeter.radius: must be a number, not null
                    {"latitude":4,"longitude":1,"radius":1,"radiusUnit":"INCH"} | ss_perimeter.radiusUnit: "INCH" is not one of METER, KILOMETER, FOOT, MILE, NAUTICAL_MILE
                    [1] | ss_perimeter: must be a circle as JSON object, not "[1]"
                    round | ss_perimeter: must be a circle as JSON object, not "round"
                    """)
    void failsWhereTheCircleOfTheMetadataIsNone(String circle, String reason) {
        assertFailure(reason, circleFromMetadata(), message(INSIDE, "ss_perimeter", circle));
    }

    @ParameterizedTest
    @CsvSource(
            value = {"null", "''"},
            nullValues = "none")
    void takesAPolygonByTheKeyOfOlderVersions(String keyName) {
        RuleNode node = olderKeys(keyName);

        assertLabel("True", node, message(INSIDE, "perimeter", SQUARE));
        assertLabel("False", node, message(OUTSIDE, "perimeter", SQUARE));
    }

    @Test
    void takesACircleByTheKeysOfOlderVersions() {
        RuleNode node = olderKeys("null");

        assertLabel("True", node, older(INSIDE, "112"));
        assertLabel("False", node, older(INSIDE, "110"));
    }

    @Test
    void failsWhereTheMetadataLacksAKeyOfOlderVersions() {
        RuleNode node = olderKeys("null");

        for (String key : List.of("centerLatitude", "centerLongitude", "range", "rangeUnit")) {
            RuleMessage complete = older(INSIDE, "112");
            RuleMessage message = complete.withMetadata(complete.metadata().with(key, ""));
            assertFailure(
                    key + ": must be a perimeter in the metadata, but is missing", node, message);
        }
    }

    @Test
    void failsForAUnitThatDoesNotExist() {
        RuleMessage complete = older(INSIDE, "112");

        assertFailure(
                "rangeUnit: \"km\" is not one of METER, KILOMETER, FOOT, MILE, NAUTICAL_MILE",
                olderKeys("null"),
                complete.withMetadata(complete.metadata().with("rangeUnit", "km")));
    }

    @Test
    void takesAPolygonFromItsConfiguration() {
        RuleNode node = NodeTester.node(DEFINITION, polygon(SQUARE));

        assertLabel("True", node, message(INSIDE));
        assertLabel("False", node, message(OUTSIDE));
    }

    @ParameterizedTest
    @CsvSource({
        "112,KILOMETER,True",
        "110,KILOMETER,False",
        "112000,METER,True",
        "60,MILE,False",
        "70,MILE,True"
    })
    void takesACircleFromItsConfiguration(double range, String unit, String label) {
        RuleNode node =
                NodeTester.node(
                        DEFINITION,
                        configuration(
                                "\"CIRCLE\"",
                                "\"centerLatitude\":5,\"centerLongitude\":4,\"range\":%s,\"rangeUnit\":\"%s\""
                                        .formatted(range, unit)));

        assertLabel(label, node, message(INSIDE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    null      | "range":1 | perimeterType: must be one of CIRCLE, POLYGON, but is missing
                    "SQUARE"  | "range":1 | perimeterType: "SQUARE" is not one of CIRCLE, POLYGON
                    "POLYGON" | "range":1 | polygonsDefinition: must be a list of points, but is missing
                    "POLYGON" | "polygonsDefinition":"" | polygonsDefinition: must be a list of points, not nothing
                    "POLYGON" | "polygonsDefinition":"[[1,2]]" | polygonsDefinition: must be two points or more, not [[1,2]]
                    "CIRCLE"  | "range":1 | centerLatitude: must be a number, but is missing; centerLongitude: must be a number, but is missing; rangeUnit: must be one of METER, KILOMETER, FOOT, MILE, NAUTICAL_MILE, but is missing
                    "CIRCLE"  | "centerLatitude":1,"centerLongitude":1,"rangeUnit":"METER" | range: must be a number, but is missing
                    "CIRCLE"  | "rangeUnit":"INCH" | rangeUnit: "INCH" is not one of METER, KILOMETER, FOOT, MILE, NAUTICAL_MILE
                    """)
    void refusesAConfigurationWithoutAPerimeter(String type, String rest, String reason) {
        assertThatThrownBy(() -> NodeTester.node(DEFINITION, configuration(type, rest)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(reason);
    }

    @Test
    void needsTheKeysOfTheCoordinates() {
        assertThatThrownBy(() ->
                        NodeTester.node(
                                DEFINITION,
                                "{\"latitudeKeyName\":\" \",\"fetchPerimeterInfoFromMessageMetadata\":true}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "latitudeKeyName: must not be blank, got \" \"; "
                                + "longitudeKeyName: must not be blank, got null");
    }

    private static RuleNode circleFromMetadata() {
        return NodeTester.node(DEFINITION, defaults().replace("POLYGON", "CIRCLE"));
    }

    private static RuleNode olderKeys(String keyName) {
        return NodeTester.node(
                DEFINITION,
                defaults()
                        .replace("\"ss_perimeter\"", keyName.isEmpty() ? "\"\"" : keyName)
                        .replace("\"POLYGON\"", "null"));
    }

    private static RuleMessage older(String payload, String range) {
        return message(
                payload,
                "centerLatitude",
                "5",
                "centerLongitude",
                "4",
                "range",
                range,
                "rangeUnit",
                "KILOMETER");
    }

    private static String polygon(String text) {
        return configuration("\"POLYGON\"", "\"polygonsDefinition\":\"%s\"".formatted(text));
    }

    private static String configuration(String type, String rest) {
        return """
        {"latitudeKeyName":"latitude","longitudeKeyName":"longitude","perimeterType":%s,
         "fetchPerimeterInfoFromMessageMetadata":false,%s}\
        """
                .formatted(type, rest);
    }

    private static String defaults() {
        return NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();
    }

    private static RuleMessage message(String payload, String... metadata) {
        return NodeTester.message("POST_TELEMETRY_REQUEST", payload, metadata);
    }

    private static void assertLabel(String label, RuleNode node, RuleMessage message) {
        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    private static void assertFailure(String reason, RuleNode node, RuleMessage message) {
        assertThat(NodeTester.run(node, message)).isEqualTo(new NodeResult.Failed(message, reason));
    }
}
