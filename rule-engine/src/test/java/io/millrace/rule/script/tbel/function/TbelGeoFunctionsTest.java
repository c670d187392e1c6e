// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelGeoFunctionsTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    isInsidePolygon(1, 1, '[[0,0],[0,3],[3,3],[3,0]]') | true
                    isInsidePolygon(1, 1, '[[0,0],[3,3]]') | true
                    isInsidePolygon(4, 1, '[[0,0],[0,3],[3,3],[3,0]]') | false
                    isInsidePolygon(0, 1, '[[0,0],[0,3],[3,3],[3,0]]') | false
                    isInsidePolygon(1.5, 1.5, '[[[0,0],[3,3]],[[1,1],[2,2]]]') | false
                    isInsidePolygon(0.5, 0.5, '[[[0,0],[3,3]],[[1,1],[2,2]]]') | true
                    isInsidePolygon(1, 1, '[[[1,1],[2,2]],[[0,0],[3,3]]]') | false
                    isInsidePolygon(5.5, 5.5, '[[[0,0],[3,3]],[[5,5],[6,6]]]') | true
                    isInsidePolygon(2, 1, '[[[0,0],[2,2]],[[2,0],[4,2]]]') | true
                    isInsidePolygon(1, 1, '[[0,0]]') | ! must be two points or more
                    isInsidePolygon(1, 1, '[]') | ! must be a list of points
                    isInsidePolygon(1, 1, '[[0,0],"x"]') | ! must be a point [latitude, longitude], not "x"
                    isInsidePolygon(1, 1, 'x') | ! must be a list of points
                    isInsidePolygon(1, 1, null) | ! expected JSON, got null
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":112}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":111}') | false
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.112,"radiusUnit":"KILOMETER"}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":360,"radiusUnit":"FOOT"}') | false
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.07,"radiusUnit":"MILE"}') | true
                    isInsideCircle(0, 0.001, '{"latitude":0,"longitude":0,"radius":0.06,"radiusUnit":"NAUTICAL_MILE"}') | false
                    isInsideCircle(0, 0, '{"latitude":0,"longitude":0,"radius":1,"radiusUnit":"YARD"}') | ! "YARD" is not one of METER
                    isInsideCircle(0, 0, '{"latitude":0,"longitude":0}') | ! expected a number as radius
                    isInsideCircle(0, 0, null) | ! expected JSON, got null
                    """)
    void tellsWhetherAPlaceIsInside(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }
}
