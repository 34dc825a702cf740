// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract FundMoreWithPermit is Base {
    uint256 private constant ADDED = 7_000_001;

    uint256 private id;

    function setUp() public override {
        super.setUp();
        id = funded();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
    }

    function raiseWith(ITaskEscrow.Permit memory permit) private {
        vm.prank(poster);
        escrow.fundMoreWithPermit(id, REWARD + ADDED, block.timestamp + 31 days, permit);
    }

    function assertRaised() private view {
        assertEq(escrow.getTask(id).reward, REWARD + ADDED);
        assertDeadlineIn(id, 31 days);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + ADDED);
    }

    function test_WhenThePermitIsGood() public {
        raiseWith(permitFor(posterKey, poster, ADDED));
        assertRaised();
        assertEq(usdc.allowance(poster, address(escrow)), 0);
    }

    function test_GivenAnotherAccountUsedThePermitFirst() public {
        ITaskEscrow.Permit memory p = permitFor(posterKey, poster, ADDED);
        usdc.permit(poster, address(escrow), p.value, p.deadline, p.v, p.r, p.s);
        raiseWith(p);
        assertRaised();
    }

    function test_RevertWhen_ThePermitIsBadAndTheAllowanceDoesNotSuffice() public {
        ITaskEscrow.Permit memory p = permitFor(workerKey, poster, ADDED);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 0, ADDED)
        );
        raiseWith(p);
    }
}
