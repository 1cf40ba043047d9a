package dev.baton.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberLimitsTest {

    private static final ObjectMapper JSON = new ObjectMapper(new StrictJsonFactory(64));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.1",
                "-12.50",
                "1e-400",
                "1E+308",
                "4.9e-324",
                "1.7976931348623157e308",
                "1e0000000000300",
                "123456789012345678901234567890"
            })
    void whatADoubleOrASumOfMoneyNeedsIsTaken(String number) throws Exception {
        assertThat(NumberLimits.fault(number)).isNull();
        assertThat(JSON.readValue(number, BigDecimal.class)).isEqualTo(new BigDecimal(number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e-90000000",
                "1e90000000",
                "0e-90000000",
                "0e90000000",
                "-1E+401",
                "1e-401",
                "1e-2147483649",
                "1e99999999999999999999",
                "1e309"
            })
    void otherExponentsAreRefusedByEveryWayToReadJson(String number) {
        byte[] bytes = number.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> JSON.readTree(number)).isInstanceOf(StrictJsonFactory.Refused.class);
        assertThatThrownBy(() -> JSON.readTree(bytes)).isInstanceOf(StrictJsonFactory.Refused.class);
        assertThatThrownBy(() -> JSON.readTree(new StringReader(number))).isInstanceOf(StrictJsonFactory.Refused.class);
        assertThatThrownBy(() -> JSON.readTree(new ByteArrayInputStream(bytes)))
                .isInstanceOf(StrictJsonFactory.Refused.class);
        assertThatThrownBy(() -> JSON.readTree(JSON.createParser(number.toCharArray())))
                .isInstanceOf(StrictJsonFactory.Refused.class);
        assertThatThrownBy(() -> JSON.createParser(number).nextValue()).isInstanceOf(StrictJsonFactory.Refused.class);
    }

    @Test
    void soAreMoreThanAHundredDigits() {
        assertThat(NumberLimits.fault("9".repeat(100))).isNull();
        assertThat(NumberLimits.fault("9".repeat(101))).contains("at most 100 digits", "from -400 to 400");
        assertThat(NumberLimits.fault("0." + "0".repeat(99) + "1")).contains("at most 100 digits");
        assertThatThrownBy(() -> JSON.readTree("9".repeat(5000))).hasMessageContaining("at most 100 digits");
    }
}
