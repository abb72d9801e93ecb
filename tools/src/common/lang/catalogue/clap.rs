//! The words of clap, the reader of the command line, in which it speaks of options and values.

use super::Phrase;

/// English, simplified and traditional Chinese, Vietnamese.
pub const CLAP: &[Phrase] = phrases! {
    "unexpected argument '{arg}' found" => "多余的参数“{arg}”", "多餘的參數「{arg}」",
        "thừa tham số '{arg}'";
    "invalid value '{value}' for '{option}'" => "“{option}”的值“{value}”无效",
        "「{option}」的值「{value}」無效", "giá trị '{value}' của '{option}' không hợp lệ";
    "{value} is not in {range}" => "{value} 不在 {range} 之内", "{value} 不在 {range} 之內",
        "{value} không nằm trong {range}";
    "invalid digit found in string" => "应为整数", "應為整數", "phải là số nguyên";
    "invalid float literal" => "应为数", "應為數", "phải là một số";
    "cannot parse integer from empty string" => "应为整数", "應為整數", "phải là số nguyên";
    "number too large to fit in target type" => "数太大", "數太大", "số quá lớn";
    "number too small to fit in target type" => "数太小", "數太小", "số quá nhỏ";
    "a value is required for '{option}' but none was supplied" => "“{option}”需要一个值",
        "「{option}」需要一個值", "'{option}' cần một giá trị";
    "the following required arguments were not provided:" => "缺少必需的参数：", "缺少必需的參數：",
        "thiếu các tham số bắt buộc:";
    "the argument '{a}' cannot be used with '{b}'" => "“{a}”不能与“{b}”同时使用",
        "「{a}」不能與「{b}」同時使用", "không dùng được '{a}' cùng với '{b}'";
    "the argument '{a}' cannot be used with:" => "“{a}”不能与以下参数同时使用：",
        "「{a}」不能與以下參數同時使用：", "không dùng được '{a}' cùng với:";
    "the argument '{a}' cannot be used multiple times" => "“{a}”不能重复使用",
        "「{a}」不能重複使用", "không dùng được '{a}' nhiều lần";
    "unrecognized subcommand '{name}'" => "没有命令“{name}”", "沒有命令「{name}」",
        "không có lệnh '{name}'";
    "a similar argument exists: {list}" => "类似的参数：{list}", "類似的參數：{list}",
        "có tham số tương tự: {list}";
    "some similar arguments exist: {list}" => "类似的参数：{list}", "類似的參數：{list}",
        "có các tham số tương tự: {list}";
    "a similar subcommand exists: {list}" => "类似的命令：{list}", "類似的命令：{list}",
        "có lệnh tương tự: {list}";
    "some similar subcommands exist: {list}" => "类似的命令：{list}", "類似的命令：{list}",
        "có các lệnh tương tự: {list}";
    "a similar value exists: {list}" => "类似的值：{list}", "類似的值：{list}",
        "có giá trị tương tự: {list}";
    "some similar values exist: {list}" => "类似的值：{list}", "類似的值：{list}",
        "có các giá trị tương tự: {list}";
    "to pass '{value}' as a value, use '{how}'" => "若要将“{value}”作为值，请写“{how}”",
        "若要將「{value}」作為值，請寫「{how}」", "để dùng '{value}' làm giá trị, hãy viết '{how}'";
    "For more information, try '{what}'." => "详情请看“{what}”。", "詳情請看「{what}」。",
        "Để biết thêm, hãy thử '{what}'.";
    "error" => "错误", "錯誤", "lỗi";
    "tip" => "提示", "提示", "gợi ý";
    "Usage" => "用法", "用法", "Cách dùng";
    "Options" => "选项", "選項", "Tùy chọn";
    "Arguments" => "参数", "參數", "Tham số";
    "Commands" => "命令", "命令", "Các lệnh";
    "Possible values" => "可选值", "可選值", "Các giá trị";
    "[OPTIONS]" => "[选项]", "[選項]", "[TÙY CHỌN]";
    "[COMMAND]" => "[命令]", "[命令]", "[LỆNH]";
    "<COMMAND>" => "<命令>", "<命令>", "<LỆNH>";
    "[default" => "[默认", "[預設", "[mặc định";
    "[possible values" => "[可选值", "[可選值", "[các giá trị";
    "Print help" => "显示帮助", "顯示幫助", "In trợ giúp";
    "Print help (see a summary with '-h')" => "显示帮助（用 -h 显示摘要）",
        "顯示幫助（用 -h 顯示摘要）", "In trợ giúp (xem tóm tắt với '-h')";
    "Print help (see more with '--help')" => "显示帮助（用 --help 显示详情）",
        "顯示幫助（用 --help 顯示詳情）", "In trợ giúp (xem thêm với '--help')";
    "Print version" => "显示版本", "顯示版本", "In phiên bản";
    "Print this message or the help of the given subcommand(s)" => "显示本帮助或某个命令的帮助",
        "顯示本幫助或某個命令的幫助", "In thông báo này hoặc trợ giúp của lệnh đã cho";
};
