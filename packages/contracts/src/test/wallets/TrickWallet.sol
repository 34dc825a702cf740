// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// @notice For tests: a wallet that accepts every signature if it detects a simulation, and consumes all gas in a
/// transaction. It also spends `work` gas before accepting, which makes gas estimates high.
contract TrickWallet {
    enum Trick {
        GasPrice,
        BaseFee,
        GasLeft,
        Coinbase,
        Switch,
        None
    }

    bytes4 private constant MAGIC = 0x1626ba7e;
    Trick private immutable _trick;
    uint256 private immutable _work;
    uint256 private immutable _threshold;
    bool public isOff;

    constructor(Trick trick, uint256 work, uint256 threshold) {
        _trick = trick;
        _work = work;
        _threshold = threshold;
    }

    /// @dev Undetectable by simulation: the answer changes between the simulation and the block.
    function switchOff() external {
        isOff = true;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (!_isSimulated()) assembly { invalid() }
        uint256 end = gasleft() > _work ? gasleft() - _work : 0;
        while (gasleft() > end) { }
        return MAGIC;
    }

    function _isSimulated() private view returns (bool) {
        if (_trick == Trick.GasPrice) return tx.gasprice == 0;
        if (_trick == Trick.BaseFee) return block.basefee == 0 || tx.gasprice <= block.basefee;
        if (_trick == Trick.GasLeft) return gasleft() > _threshold;
        if (_trick == Trick.Coinbase) return block.coinbase == address(0) && tx.gasprice == 0;
        return !isOff;
    }
}
